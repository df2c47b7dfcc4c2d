import type { Chat, Message } from "@parlour/protocol";
import type { SnapshotBuilder } from "./snapshot-builder.ts";

/** Delivery and read receipts of a visitor (CORE-052). */

/** Applies a received or seen message. It also counts for all messages before it (API-366). */
export function applyDeliveryReceipt(
  builder: SnapshotBuilder,
  { chat_id: chatId, seq, received_at: receivedAt, seen_at: seenAt }: Message,
  position: number,
): void {
  const record = builder.chats().get(chatId);
  if (!record || (receivedAt === undefined && seenAt === undefined)) return;
  const previous = record.chat.visitor_read ?? {
    received: 0,
    received_at: null,
    seen: 0,
    seen_at: null,
  };
  const read = {
    ...previous,
    ...(seq > previous.received && { received: seq, received_at: receivedAt ?? seenAt ?? null }),
    ...(seenAt !== undefined && seq > previous.seen && { seen: seq, seen_at: seenAt }),
  };
  builder.setChat({ ...record, position, chat: { ...record.chat, visitor_read: read } });
  applyReadReceipt(builder, chatId);
}

/**
 * Sets the receipts of all messages to the visitor, up to the visitor's read position (CORE-052).
 */
export function applyReadReceipt(builder: SnapshotBuilder, chatId: number): void {
  const record = builder.chats().get(chatId);
  const read = record?.chat.visitor_read;
  if (!record || !read) return;
  const log = builder.logs().get(chatId);
  if (log) {
    const messages = log.messages.map((message) => withReceipt(message, read));
    if (messages.some((message, index) => message !== log.messages[index]))
      builder.setLog(chatId, { ...log, messages });
  }
  const lastMessage = record.chat.last_message;
  const updatedLastMessage = lastMessage && withReceipt(lastMessage, read);
  if (updatedLastMessage !== lastMessage)
    builder.setChat({ ...record, chat: { ...record.chat, last_message: updatedLastMessage } });
}

export function withReceipt(message: Message, read: NonNullable<Chat["visitor_read"]>): Message {
  const { author, kind, seq } = message;
  if (kind === "note" || (author.kind !== "operator" && author.kind !== "bot")) return message;
  const received =
    message.received_at === undefined && seq <= read.received ? read.received_at : null;
  const seen = message.seen_at === undefined && seq <= read.seen ? read.seen_at : null;
  if (received === null && seen === null) return message;
  return {
    ...message,
    ...(received !== null && { received_at: received }),
    ...(seen !== null && { seen_at: seen }),
  };
}
