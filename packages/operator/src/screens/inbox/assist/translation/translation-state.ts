import type { Translation } from "@parlour/protocol/api";
import type { Message } from "@parlour/protocol";
import { useSyncExternalStore } from "react";
import { api } from "../../../../state/api/api.ts";
import { createEventEmitter } from "../../../../state/api/event-emitter.ts";
import { i18n } from "../../../../text/index.ts";

/** The translation of a message into the language of the screen. */
export type MessageTranslation =
  | { readonly phase: "working" }
  | { readonly phase: "ready"; readonly text: string; readonly from: string | null }
  | { readonly phase: "failed"; readonly error: unknown };

/** Chats whose messages are translated, until the page is loaded again. */
const translatedChats = new Set<number>();
/** By chat, message, time of its last edit, and language. In memory only. */
const translations = new Map<string, MessageTranslation>();
const listeners = createEventEmitter();
const toKey = ({ chat_id, seq, edited_at }: Message): string =>
  [chat_id, seq, edited_at ?? "", i18n.locale].join(" ");

export const isChatTranslated = (chatId: number): boolean => translatedChats.has(chatId);
export const useIsChatTranslated = (chatId: number): boolean =>
  useSyncExternalStore(listeners.subscribe, () => isChatTranslated(chatId));

/** Begins to translate the messages of a chat, or ends it. */
export function toggleTranslation(chatId: number): void {
  if (!translatedChats.delete(chatId)) translatedChats.add(chatId);
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
    if (translatedChats.has(message.chat_id)) await translate(message, key);
    else translations.delete(key);
  }
  isRunning = false;
}

async function translate({ text, chat_id }: Message, key: string): Promise<void> {
  try {
    const body = { text, to: i18n.locale, chat_id };
    setTranslation(key, { phase: "ready", ...(await api.post<Translation>("/translate", body)) });
  } catch (error) {
    setTranslation(key, { phase: "failed", error });
  }
}

function setTranslation(key: string, translation: MessageTranslation): void {
  translations.set(key, translation);
  listeners.emit();
}
