import type { Chat, Operator } from "@parlour/protocol";
import type { EmailContent } from "@parlour/protocol/api";
import { useCallback, useState, type KeyboardEvent } from "react";
import { getDraft, setDraft, useDrafts, type DraftMode } from "../../../state/drafts/drafts.ts";
import { useLiveClient } from "../../../state/live-context.tsx";
import type { ChatPermission } from "../../../state/live-state.ts";
import { usePreferences } from "../../../state/browser/preferences.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { countMessages } from "./message-limit/message-count.ts";
import { getKeyAction } from "./key-action.ts";
import { toEmailContent } from "../../../state/drafts/email-draft.ts";
import { isEmailChat, useEmail, type EmailComposer } from "./email/use-email.ts";
import { listTriggerCharacters } from "./pickers.tsx";
import { usePicker } from "../picker/use-picker.ts";
import { useSend, useSendObstacle, useSendTyping } from "./use-send.ts";
import { useComposerApi } from "../picker/composer-api.ts";
import { useMentionableOperators } from "../notes/use-mentionable-operators.ts";
import { useLazyActionParts } from "../lazy-action-parts.ts";
import { t } from "../text.ts";
import { useStagedFiles } from "./attach/use-staged-files.ts";

export interface ComposerProps {
  chat: Chat;
  me: Operator;
  permission: Extract<ChatPermission, "reply" | "take" | "other">;
  mode: DraftMode;
  onMode: (mode: DraftMode) => void;
  field: { current: HTMLTextAreaElement | null };
  onSendAndClose: () => void;
}

/** Manages the content of the composer and its actions. */
export function useComposer({ chat, me, permission, mode, field, onSendAndClose }: ComposerProps) {
  useDrafts();
  const { sendKey } = usePreferences();
  const text = getDraft(me.id, chat.id, mode);
  const staged = useStagedFiles(chat.id, mode);
  const count = (content: string) =>
    countMessages(content, { mode, channel: chat.channel.kind, files: staged });
  const messageCount = count(text);
  const sendTyping = useSendTyping(chat.id, mode === "text" && permission !== "other");
  const setText = useCallback(
    (next: string) => setDraft(me.id, chat.id, mode, next),
    [me.id, chat.id, mode],
  );
  const composer = useComposerApi({ chat, me, mode, text, field, onText: setText });
  const picker = usePicker(field, listTriggerCharacters(mode));
  const mentionable = useMentionableOperators(chat, me, mode === "note").operators;
  const sendContent = useSend(chat.id, me, mode);
  const isEmail = mode === "text" && isEmailChat(chat);
  const email = useEmail(chat, me, isEmailChat(chat) && permission !== "other");
  const [isAsked, setAsked] = useState(false);
  const obstacle = useSendObstacle(chat.id, text, mode);
  const leave = (isPaused = text.trim() !== "") => {
    sendTyping(false, isPaused);
    picker.close();
  };
  /** Returns whether the text was sent. */
  const send = (): boolean => {
    if (messageCount.isEmpty) field.current?.focus();
    if (messageCount.isEmpty || messageCount.isTooLong || obstacle.stopsSending()) return false;
    const reply = parts?.prepareReply(composer);
    if (reply?.kind === "waiting") return false;
    const content = isEmail ? prepareEmail(email, isAsked) : undefined;
    if (content === "ask") setAsked(true);
    if (content === null) toast(t("email.nobody"), { tone: "bad", chat });
    if (content === "ask" || content === null) return false;
    setAsked(false);
    leave(false);
    const origin = parts?.takeReplyOrigin(composer);
    const sent =
      reply?.kind === "translated"
        ? { parts: count(reply.text).parts, origin: { ...origin, original: text.trim() } }
        : { parts: messageCount.parts, origin };
    sendContent({ text, mentionable, email: content, ...sent });
    if (isEmail) email.clear();
    return true;
  };
  const type = (next: string) => {
    setText(next);
    sendTyping(next.trim() !== "");
  };
  const live = useLiveClient();
  const parts = useLazyActionParts();
  const editLast = () =>
    parts?.editLastMessage(live.get().snapshot.logs.get(chat.id)?.messages ?? [], chat, me, mode);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowUp" && text === "" && editLast() === true) event.preventDefault();
    const action = getKeyAction(event, isEmail ? "mod_enter" : sendKey, mode);
    if (action === null) return;
    event.preventDefault();
    const shouldClose = action === "send_and_close";
    if (shouldClose && (messageCount.isEmpty || messageCount.isTooLong)) return;
    // Until the server has confirmed, the chat may belong to another operator.
    if (send() && shouldClose && !obstacle.isOpening()) onSendAndClose();
  };
  return {
    text,
    staged,
    messageCount,
    composer,
    picker,
    type,
    send,
    onKey,
    leave,
    email,
    isEmail,
    isAsked,
    askedShortcut: obstacle.asked,
  };
}

/**
 * Returns the email to send. Null: it has no recipient. "ask": the operator must be asked about new
 * recipients first. Undefined without the defaults, which the server then applies.
 */
function prepareEmail(
  { heading, unasked }: EmailComposer,
  isAsked: boolean,
): EmailContent | null | "ask" | undefined {
  if (heading === null) return undefined;
  if (unasked.length > 0 && !isAsked) return "ask";
  return toEmailContent(heading);
}
