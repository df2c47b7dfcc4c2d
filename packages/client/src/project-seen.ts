import type { Chat, Message } from "@parlour/protocol";
import type { Draft } from "./snapshot-draft.ts";

/** Delivery and read receipts of a visitor (CORE-052). */

/** Applies a received or seen message. It also counts for all messages before it (API-107). */
export function noteRead(
  draft: Draft,
  { chat_id: chatId, seq, received_at: receivedAt, seen_at: seenAt }: Message,
  position: number,
): void {
  const record = draft.chats().get(chatId);
  if (!record || (receivedAt === undefined && seenAt === undefined)) return;
  const before = record.chat.visitor_read ?? { received: 0, received_at: null, seen: 0, seen_at: null };
  const read = {
    ...before,
    ...(seq > before.received && { received: seq, received_at: receivedAt ?? seenAt ?? null }),
    ...(seenAt !== undefined && seq > before.seen && { seen: seq, seen_at: seenAt }),
  };
  draft.setChat({ ...record, position, chat: { ...record.chat, visitor_read: read } });
  markSeen(draft, chatId);
}

/**
 * Sets the receipts of all messages to the visitor, up to the visitor's read position (CORE-052).
 */
export function markSeen(draft: Draft, chatId: number): void {
  const record = draft.chats().get(chatId);
  const read = record?.chat.visitor_read;
  if (!record || !read) return;
  const log = draft.logs().get(chatId);
  if (log) {
    const messages = log.messages.map((message) => marked(message, read));
    if (messages.some((message, at) => message !== log.messages[at])) draft.setLog(chatId, { ...log, messages });
  }
  const last = record.chat.last_message;
  const shown = last && marked(last, read);
  if (shown !== last) draft.setChat({ ...record, chat: { ...record.chat, last_message: shown } });
}

export function marked(message: Message, read: NonNullable<Chat["visitor_read"]>): Message {
  const { author, kind, seq } = message;
  if (kind === "note" || (author.kind !== "operator" && author.kind !== "bot")) return message;
  const received = message.received_at === undefined && seq <= read.received ? read.received_at : null;
  const seen = message.seen_at === undefined && seq <= read.seen ? read.seen_at : null;
  if (received === null && seen === null) return message;
  return { ...message, ...(received !== null && { received_at: received }), ...(seen !== null && { seen_at: seen }) };
}
