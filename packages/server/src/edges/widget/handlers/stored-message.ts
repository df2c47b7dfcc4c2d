import type { Message } from "../../../core/entity.ts";
import type { WriteResult } from "../../../core/command.ts";
import { isQuotable } from "../../../core/chat/message/message-reference.ts";
import type { HandlerDeps } from "../handler-deps.ts";
import type { VisitorConnection } from "../visitor-connection.ts";

/** Returns the message if this write stored it, or null if an earlier write did. */
export function findWrittenMessage(
  { events = [] }: WriteResult,
  { id, seq }: { readonly id: number; readonly seq: number },
): Message | null {
  const event = events.find(
    (candidate) => candidate.name === "message_created" && candidate.message.id === id,
  );
  return event?.name === "message_created" ? { ...event.message, seq } : null;
}
/** Returns the greeting that this write stored directly before the message (WG-111), or null. */
export function findGreetingBefore(
  { events = [] }: WriteResult,
  { seq }: { readonly seq: number },
): Message | null {
  const event = events.find(
    (candidate) =>
      candidate.name === "message_created" && candidate.message.line?.code === "greeting",
  );
  return event?.name === "message_created" ? { ...event.message, seq: seq - 1 } : null;
}
/** Returns a message of the visitor's latest chat if they know it, else null (WG-282). */
export async function findKnownMessage(
  { store }: HandlerDeps,
  { account, chat }: VisitorConnection,
  named: { readonly chat_id: number; readonly seq: number },
): Promise<Message | null> {
  if (named.chat_id !== chat?.id) return null;
  const [message] = await store.messages(account, chat.id, { after: named.seq - 1, limit: 1 });
  return message?.seq === named.seq && isQuotable(message) ? message : null;
}
export async function loadStoredMessage(
  { store }: HandlerDeps,
  account: number,
  chatId: number,
  { id, seq }: { readonly id: number; readonly seq: number },
): Promise<Message | null> {
  const [stored] = await store.messages(account, chatId, { after: seq - 1, limit: 1 });
  return stored?.id === id ? stored : null;
}
