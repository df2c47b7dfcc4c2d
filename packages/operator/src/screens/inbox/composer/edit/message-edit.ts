import type { Message } from "@parlour/protocol";
import { useSyncExternalStore } from "react";
import { createEventEmitter } from "../../../../state/api/event-emitter.ts";

/** A message that the operator edits (CORE-413), and its new text. */
export interface MessageEdit {
  readonly message: Message;
  readonly text: string;
}

/** There is one at a time. It stays while the operator reads other chats. */
let current: MessageEdit | null = null;
const listeners = createEventEmitter();

/** Starts or changes an edit. */
export function setMessageEdit(edit: MessageEdit): void {
  current = edit;
  listeners.emit();
}

/** Ends the edit of a message, unless another one has started since. */
export function endMessageEdit(message: Message): void {
  if (current?.message === message) current = null;
  listeners.emit();
}

/** Returns the edit of a message in a chat. */
export function useMessageEdit(chatId: number): MessageEdit | null {
  const edit = useSyncExternalStore(listeners.subscribe, () => current);
  return edit?.message.chat_id === chatId ? edit : null;
}
