import type { Account, Chat, Operator } from "@parlour/protocol";
import type { Translation } from "@parlour/protocol/api";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { useSyncExternalStore } from "react";
import { accountKey } from "../../../../state/account.ts";
import { api, queryClient } from "../../../../state/api/api.ts";
import { createEventEmitter } from "../../../../state/api/event-emitter.ts";
import type { DraftMode } from "../../../../state/drafts/drafts.ts";
import { readsTexts } from "../../../../state/session.tsx";
import { announce } from "../../../../ui/live-region.tsx";
import type { ComposerApi } from "../../picker/composer-api.ts";
import { isTranslatedReply } from "../assist-state.ts";
import { t } from "../menu-text.ts";
import { getReplyTarget } from "./translation-state.ts";

/** The translation of what an operator has written in a chat (ASSIST-061). */
export type ReplyTranslation = {
  readonly source: string;
  readonly language: string;
} & (
  | { readonly phase: "working" }
  | { readonly phase: "ready"; readonly text: string }
  | { readonly phase: "failed"; readonly error: unknown }
);

/** The latest translation of each chat. In memory only: the draft stays as it was written. */
const replies = new Map<number, ReplyTranslation>();
const requests = new Map<number, AbortController>();
/** Texts that the operator sends as written. */
const untranslated = new Map<number, string>();
const listeners = createEventEmitter();

export const useReplyTranslation = (chatId: number): ReplyTranslation | undefined =>
  useSyncExternalStore(listeners.subscribe, () => replies.get(chatId));

/** Translates a text, unless that is done already. Ends the request of an earlier text. */
export function requestReplyTranslation(chatId: number, language: string, source: string): void {
  const before = replies.get(chatId);
  const isSame = before?.source === source && before.language === language;
  if (isSame && before.phase !== "failed") return;
  requests.get(chatId)?.abort();
  const abort = new AbortController();
  requests.set(chatId, abort);
  const reply = { source, language };
  const set = (translation: ReplyTranslation): void => {
    if (abort.signal.aborted) return;
    replies.set(chatId, translation);
    listeners.emit();
  };
  set({ ...reply, phase: "working" });
  const body = { text: source, to: language, chat_id: chatId };
  api.post<Translation>("/translate", body, { signal: abort.signal }).then(
    ({ text }) => {
      set({ ...reply, phase: "ready", text });
      if (!abort.signal.aborted) announce(t("reply.ready"));
    },
    (error: unknown) => set({ ...reply, phase: "failed", error }),
  );
}

/** Lets the next Send take the text as it is written. */
export function sendUntranslated({ chat: { id }, text, field }: ComposerApi): void {
  untranslated.set(id, text.trim());
  field.current?.form?.requestSubmit();
}

/** What Send does. `waiting`: the operator must see the translation first. */
type PreparedReply =
  | { readonly kind: "written" }
  | { readonly kind: "translated"; readonly text: string }
  | { readonly kind: "waiting" };
const written: PreparedReply = { kind: "written" };

/** Returns what is sent for the text of a composer, and drops the translation (ASSIST-061). */
export function prepareReply(composer: ComposerApi): PreparedReply {
  const { id } = composer.chat;
  const source = composer.text.trim();
  const isUntranslated = untranslated.get(id) === source;
  untranslated.delete(id);
  if (source === "" || isUntranslated || !isReplyTranslated(composer)) return written;
  if (isTranslatedByHand(composer)) return written;
  const target = getReplyTarget(id);
  if (target.kind === "none") return written;
  const reply = replies.get(id);
  if (target.kind === "language" && isReady(reply, source, target.language)) {
    replies.delete(id);
    // Operators who write in the language of the customer send their own text.
    return reply.text.trim() === source ? written : { kind: "translated", text: reply.text };
  }
  if (target.kind === "language") requestReplyTranslation(id, target.language, source);
  return { kind: "waiting" };
}
const isReady = (
  reply: ReplyTranslation | undefined,
  source: string,
  language: string,
): reply is ReplyTranslation & { readonly phase: "ready" } =>
  reply?.phase === "ready" && reply.source === source && reply.language === language;

/** Returns whether the text is a translation that the operator has put into the field. */
export const isTranslatedByHand = ({ chat, me, text }: ComposerApi): boolean =>
  isTranslatedReply({ chatId: chat.id, operatorId: me.id }, text);

/** Returns whether replies of the composer can be translated. Emails and notes are not. */
export const isReplyTranslated = ({
  chat,
  me,
  mode,
}: {
  readonly chat: Chat;
  readonly me: Operator;
  readonly mode: DraftMode;
}): boolean =>
  mode === "text" &&
  !getCapabilities(chat.channel.kind).email &&
  queryClient.getQueryData<Account>(accountKey)?.can_translate === true &&
  readsTexts(me);
