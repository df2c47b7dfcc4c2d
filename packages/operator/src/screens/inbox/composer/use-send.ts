import type { Operator } from "@parlour/protocol";
import type { EmailContent } from "@parlour/protocol/api";
import { browserClock } from "../../../state/clock.ts";
import { getDraftRecord, setDraft, type DraftMode } from "../../../state/drafts/drafts.ts";
import { useLiveClient } from "../../../state/live-context.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { findMentions } from "../../../ui/conversation/rich-text/mentions.ts";
import type { ReplyOrigin } from "../assist/assist-state.ts";
import { takeQuote } from "./quote/quote-draft.ts";
import { t } from "../text.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { getOpening, isOpeningPending } from "../../../state/inbox/openings.ts";
import { announce } from "../../../ui/live-region.tsx";

export interface ComposerContent {
  readonly text: string;
  readonly parts: readonly string[];
  /** Operators who can be mentioned in a note. */
  readonly mentionable: readonly Operator[];
  /** Subject and recipients of an email. */
  readonly email?: EmailContent | undefined;
  /** What the model has suggested or translated for the text. */
  readonly origin: ReplyOrigin | undefined;
}

/**
 * Returns a function that sends a reply with its files, or a note, and clears the draft. Restores
 * the draft if this device cannot store the message.
 */
export function useSend(
  chatId: number,
  me: Operator,
  mode: DraftMode,
): (content: ComposerContent) => void {
  const live = useLiveClient();
  return ({ text, parts, mentionable, email, origin }) => {
    const heading = email === undefined ? {} : { email };
    const { begunSeq } = getDraftRecord({ operator: me.id, chat: chatId, mode });
    const quote = mode === "note" ? {} : takeQuote(chatId, me.id);
    /** The first message has the quote, and what the model did for the text. */
    let first: ReplyOrigin & { readonly quotes?: number } = { ...quote, ...origin };
    const takeFirst = () => {
      const fields = first;
      first = {};
      return { afterSeq: begunSeq, ...heading, ...fields };
    };
    // Now, because the outbox stores a copy before `sendMessage` returns.
    const restoreDraft = () => {
      setDraft(me.id, chatId, mode, text);
      toast(t("composer.full"), { tone: "bad", chat: live.get().snapshot.chats.get(chatId)?.chat });
    };
    const files = mode === "text" ? live.uploads.take(chatId) : [];
    const [comment = "", ...furtherTexts] = parts;
    for (const [index, file] of files.entries())
      live
        .sendFileMessage(chatId, file, index === files.length - 1 ? comment : "", takeFirst())
        .catch(() => {
          live.uploads.putBack(chatId, file);
          restoreDraft();
        });
    for (const part of files.length > 0 ? furtherTexts : parts)
      live
        .sendMessage(
          chatId,
          mode,
          part,
          mode === "note" ? { mentions: findMentions(part, mentionable) } : takeFirst(),
        )
        .catch(restoreDraft);
    setDraft(me.id, chatId, mode, "");
  };
}

const repeatIntervalMs = 4000;
const stopAfterMs = 5000;

/**
 * Sends typing signals: when the operator starts typing, every 4 s while they type, and after a
 * pause of 5 s (CH-077). `isPaused`: they type no more, but their text stays (API-524).
 */
export function useSendTyping(
  chatId: number,
  on: boolean,
): (isTyping: boolean, isPaused?: boolean) => void {
  const live = useLiveClient();
  const state = useRef<{ sentAt: number; isPaused: boolean; cancelStop: (() => void) | null }>({
    sentAt: 0,
    isPaused: false,
    cancelStop: null,
  });
  const stop = useCallback(
    (isPaused = false) => {
      const before = state.current;
      before.cancelStop?.();
      if (before.sentAt > 0 || (before.isPaused && !isPaused)) live.typing(chatId, false, isPaused);
      state.current = { sentAt: 0, isPaused, cancelStop: null };
    },
    [live, chatId],
  );
  useEffect(() => () => stop(), [stop]);
  return useCallback(
    (isTyping, isPaused) => {
      if (!on || !isTyping) {
        stop(isPaused);
        return;
      }
      const now = browserClock.monotonic();
      const { cancelStop, sentAt } = state.current;
      cancelStop?.();
      const shouldSend = sentAt === 0 || now - sentAt >= repeatIntervalMs;
      if (shouldSend) live.typing(chatId, true);
      state.current = {
        sentAt: shouldSend ? now : sentAt,
        isPaused: false,
        cancelStop: browserClock.after(stopAfterMs, () => stop(true)),
      };
    },
    [on, live, chatId, stop],
  );
}

/**
 * Returns why a text is not sent at the first Enter. `stopsSending` returns true, and says so, if
 * another operator has the chat (CORE-472), or if a shortcut of a quick reply was not replaced and
 * the operator was not asked about it (CORE-474). `asked`: the shortcut about which they were
 * asked. `isOpening`: whether the server has not confirmed yet that the chat is the operator's.
 */
export function useSendObstacle(chatId: number, text: string, mode: DraftMode) {
  const [askedText, setAskedText] = useState<string | null>(null);
  const shortcut = mode === "text" ? findUnusedShortcut(text) : null;
  const asked = askedText === text ? shortcut : null;
  const stopsSending = (): boolean => {
    const refusal = getOpening(chatId)?.refusal ?? null;
    if (refusal !== null) announce(refusal);
    if (refusal !== null) return true;
    if (shortcut === null || asked !== null) return false;
    setAskedText(text);
    return true;
  };
  return { asked, stopsSending, isOpening: () => isOpeningPending(chatId) };
}

/** Returns the shortcut with which a text begins or ends, without its slash, or null. */
function findUnusedShortcut(text: string): string | null {
  const trimmed = text.trim();
  return (/^\/(\S+)/u.exec(trimmed) ?? /\s\/([^\s/]+)$/u.exec(trimmed))?.[1] ?? null;
}
