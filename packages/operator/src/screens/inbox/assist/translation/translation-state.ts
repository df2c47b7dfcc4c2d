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

const storageKey = "parlour.translated";
/** Maximum number of chats whose choice is stored. */
const maxChoices = 200;
/** Chats for which an operator has switched translations on or off on this device. */
const choices = loadChoices();
function loadChoices(): Map<number, boolean> {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "[]") as unknown;
    return new Map(Array.isArray(stored) ? (stored as [number, boolean][]) : []);
  } catch {
    return new Map();
  }
}
function storeChoices(): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...choices].slice(-maxChoices)));
  } catch (error) {
    console.warn("the translated chats could not be kept on this device", error);
  }
}
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
  const isOn = !isChatTranslated(chatId);
  choices.delete(chatId);
  choices.set(chatId, isOn);
  storeChoices();
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
  setTranslation(message, { phase: "working" });
  waiting.push(message);
  if (!isRunning) void translateWaiting();
}

async function translateWaiting(): Promise<void> {
  isRunning = true;
  for (let message = waiting.pop(); message !== undefined; message = waiting.pop()) {
    const key = toKey(message);
    // Operators have left the chat, or switched the translation off.
    if (isChatTranslated(message.chat_id)) await translate(message);
    else translations.delete(key);
  }
  isRunning = false;
}

async function translate(message: Message): Promise<void> {
  const { text, chat_id, seq } = message;
  try {
    const known = isTranslatedAutomatically(chat_id) ? listKnownLanguages() : [];
    const body = { text, to: i18n.locale, chat_id, seq, known };
    setTranslation(message, {
      phase: "ready",
      ...(await api.post<Translation>("/translate", body)),
    });
  } catch (error) {
    setTranslation(message, { phase: "failed", error });
  }
}

function setTranslation(message: Message, translation: MessageTranslation): void {
  translations.set(toKey(message), translation);
  const ofChat = targets.get(message.chat_id) ?? new Map<number, ReplyTarget | null>();
  targets.set(message.chat_id, ofChat.set(message.seq, toReplyTarget(message, translation)));
  listeners.emit();
}

/**
 * Into which language replies in a chat are translated. `none`: operator and customer have a common
 * language. `pending`: the messages of the customer are not translated yet.
 */
export type ReplyTarget =
  | { readonly kind: "none" }
  | { readonly kind: "pending" }
  | { readonly kind: "language"; readonly language: string }
  | { readonly kind: "failed"; readonly error: unknown };

/** What each message says about the language of its customer, by chat and `seq`. null: nothing. */
const targets = new Map<number, Map<number, ReplyTarget | null>>();
const noTarget: ReplyTarget = { kind: "none" };
const pendingTarget: ReplyTarget = { kind: "pending" };

function toReplyTarget({ text }: Message, translation: MessageTranslation): ReplyTarget | null {
  if (translation.phase === "working") return pendingTarget;
  if (translation.phase === "failed") return { kind: "failed", error: translation.error };
  const { from } = translation;
  if (from === i18n.locale || (from !== null && text === translation.text)) return noTarget;
  return from === null ? null : { kind: "language", language: from };
}

/** Returns the target of the latest message whose language is known. */
export function getReplyTarget(chatId: number): ReplyTarget {
  if (!isChatTranslated(chatId)) return noTarget;
  const latest = [...(targets.get(chatId) ?? [])]
    .toSorted(([a], [b]) => b - a)
    .flatMap(([, target]) => target ?? []);
  const isKnown = ({ kind }: ReplyTarget): boolean => kind === "language" || kind === "none";
  return latest.find(isKnown) ?? latest[0] ?? noTarget;
}
export const useReplyTarget = (chatId: number): ReplyTarget => {
  // The account can begin to translate while the page is open.
  useAccount();
  return useSyncExternalStore(listeners.subscribe, () => getReplyTarget(chatId));
};

/** Languages that the operator has chosen in the browser. */
const listKnownLanguages = (): readonly string[] =>
  [...new Set(navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()))].slice(0, 20);
