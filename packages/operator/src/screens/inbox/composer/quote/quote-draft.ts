import type { Message } from "@parlour/protocol";
import { useSyncExternalStore } from "react";
import { createEventEmitter } from "../../../../state/api/event-emitter.ts";

/** The message that the next answer in its chat quotes (CORE-434), and who chose it. */
interface QuoteDraft {
  readonly message: Message;
  readonly operatorId: number;
}

/** There is one at a time. It stays while the operator reads other chats. */
let current: QuoteDraft | null = null;
const listeners = createEventEmitter();

/** Chooses the message to quote, or none. */
export function setQuote(quote: QuoteDraft | null): void {
  current = quote;
  listeners.emit();
}

const findQuote = (chatId: number, operatorId: number): Message | null =>
  current?.message.chat_id === chatId && current.operatorId === operatorId ? current.message : null;

/** Returns the message that the next answer in a chat quotes. */
export const useQuote = (chatId: number, operatorId: number): Message | null =>
  useSyncExternalStore(listeners.subscribe, () => findQuote(chatId, operatorId));

/** Returns the fields of the next answer that quotes a message. Later ones do not. */
export function takeQuote(chatId: number, operatorId: number): { readonly quotes?: number } {
  const message = findQuote(chatId, operatorId);
  if (message === null) return {};
  setQuote(null);
  return { quotes: message.seq };
}
