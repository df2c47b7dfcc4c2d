import type { Translation } from "@parlour/protocol/api";
import type { Account, Message } from "@parlour/protocol";
import { useSyncExternalStore } from "react";
import { accountKey, useAccount } from "../../../../state/account.ts";
import { api, queryClient } from "../../../../state/api/api.ts";
import { createEventEmitter } from "../../../../state/api/event-emitter.ts";
import { i18n } from "../../../../text/index.ts";

/** The translation of a message into the language of the screen. */
export type MessageTranslation =
  | { readonly phase: "working" }
  | { readonly phase: "ready"; readonly text: string; readonly from: string | null }
  | { readonly phase: "failed"; readonly error: unknown };

/** Chats for which an operator has switched translations on or off, until the page is reloaded. */
const choices = new Map<number, boolean>();
/** By chat, message, time of its last edit, and language. In memory only. */
const translations = new Map<string, MessageTranslation>();
const listeners = createEventEmitter();
const toKey = ({ chat_id, seq, edited_at }: Message): string =>
  [chat_id, seq, edited_at ?? "", i18n.locale].join(" ");

const isAutomatic = (): boolean =>
  queryClient.getQueryData<Account>(accountKey)?.translates_automatically === true;
/** Whether messages are translated because the account says so, not the operator (ASSIST-059). */
export const isTranslatedAutomatically = (chatId: number): boolean =>
  !choices.has(chatId) && isAutomatic();
export const isChatTranslated = (chatId: number): boolean => choices.get(chatId) ?? isAutomatic();
export function useIsChatTranslated(chatId: number): boolean {
  const byAccount = useAccount().data?.translates_automatically === true;
  return useSyncExternalStore(listeners.subscribe, () => choices.get(chatId) ?? byAccount);
}

/** Begins to translate the messages of a chat, or ends it. */
export function toggleTranslation(chatId: number): void {
  choices.set(chatId, !isChatTranslated(chatId));
  listeners.emit();
}

export const useMessageTranslation = (message: Message): MessageTranslation | undefined =>
  useSyncExternalStore(listeners.subscribe, () => translations.get(toKey(message)));

const waiting: Message[] = [];
let isRunning = false;

/** Translates a message once. The latest one comes first, one at a time for the model's limit. */
export function requestTranslation(message: Message): void {
  const key = toKey(message);
  if (translations.has(key) && translations.get(key)?.phase !== "failed") return;
  setTranslation(key, { phase: "working" });
  waiting.push(message);
  if (!isRunning) void translateWaiting();
}

async function translateWaiting(): Promise<void> {
  isRunning = true;
  for (let message = waiting.pop(); message !== undefined; message = waiting.pop()) {
    const key = toKey(message);
    // Operators have left the chat, or switched the translation off.
    if (isChatTranslated(message.chat_id)) await translate(message, key);
    else translations.delete(key);
  }
  isRunning = false;
}

async function translate({ text, chat_id, seq }: Message, key: string): Promise<void> {
  try {
    const known = isTranslatedAutomatically(chat_id) ? listKnownLanguages() : [];
    const body = { text, to: i18n.locale, chat_id, seq, known };
    setTranslation(key, { phase: "ready", ...(await api.post<Translation>("/translate", body)) });
  } catch (error) {
    setTranslation(key, { phase: "failed", error });
  }
}

function setTranslation(key: string, translation: MessageTranslation): void {
  translations.set(key, translation);
  listeners.emit();
}

/** Languages that the operator has chosen in the browser. */
const listKnownLanguages = (): readonly string[] =>
  [...new Set(navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()))].slice(0, 20);
