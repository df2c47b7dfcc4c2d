import type { Chat, ChatEntity, Visitor, Message } from "@parlour/protocol";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { SnapshotBuilder } from "./snapshot-builder.ts";
import type { ChatRecord } from "./snapshot.ts";

/** Applies the chat in an event at journal position `position`. */

export function applyChatEvent(
  current: ChatRecord | undefined,
  entity: ChatEntity,
  position: number,
  isCreated: boolean,
): ChatRecord {
  if (!current)
    return {
      chat: { ...entity, assignment: null, unread: 0, last_message: null },
      position,
      lastMessagePosition: 0,
      countedSeq: 0,
      isIncomplete: !isCreated,
    };
  // A closed chat never reopens (CORE-031). A chat read over HTTP may be newer than the events that
  // follow.
  if (current.chat.state === "closed" && entity.state !== "closed") return current;
  const seq = Math.max(current.chat.seq, entity.seq);
  // The chat in an event is complete (API-107). So absent fields are cleared, except those that
  // only HTTP returns.
  const { assignment, unread, last_message, queue } = current.chat;
  const chat: Chat = {
    ...entity,
    seq,
    assignment: entity.assignment ?? assignment,
    unread,
    last_message,
    ...omitAbsent({ queue }),
  };
  return { ...current, chat, position };
}

/** Takes `unread` and `assignment` from the HTTP response, the rest from the newer version. */
export function mergeHttpChat(current: ChatRecord, chat: Chat, since: number): ChatRecord {
  const newer = current.position > since ? current.chat : chat;
  const hasNewerMessages = current.countedSeq > chat.seq;
  return {
    ...current,
    isIncomplete: false,
    countedSeq: Math.max(current.countedSeq, chat.seq),
    chat: {
      ...newer,
      seq: Math.max(current.chat.seq, chat.seq),
      assignment: chat.assignment ?? current.chat.assignment,
      unread: hasNewerMessages ? Math.max(current.chat.unread, chat.unread) : chat.unread,
      last_message:
        current.lastMessagePosition > since ? current.chat.last_message : chat.last_message,
    },
  };
}

export function applyVisitorEvent(
  builder: SnapshotBuilder,
  visitor: Visitor,
  position: number,
): void {
  for (const record of builder.chats().values()) {
    if (record.chat.visitor.id === visitor.id)
      builder.setChat({ ...record, position, chat: { ...record.chat, visitor } });
  }
}

/** Applies the visitor's delivery and read receipts to messages (CORE-052). */

/** Applies a receipt, which also counts for all earlier messages (API-366). */
export function applyDeliveryReceipt(
  builder: SnapshotBuilder,
  { chat_id, seq, received_at, seen_at }: Message,
  position: number,
): void {
  const record = builder.chats().get(chat_id);
  if (!record || (received_at === undefined && seen_at === undefined)) return;
  const previous = record.chat.visitor_read ?? {
    received: 0,
    received_at: null,
    seen: 0,
    seen_at: null,
  };
  const read = { ...previous };
  if (seq > previous.received) {
    read.received = seq;
    read.received_at = received_at ?? seen_at ?? null;
  }
  if (seen_at !== undefined && seq > previous.seen) {
    read.seen = seq;
    read.seen_at = seen_at;
  }
  builder.setChat({ ...record, position, chat: { ...record.chat, visitor_read: read } });
  applyReadReceipt(builder, chat_id);
}

/** Sets the receipts up to the visitor's read position (CORE-052). */
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

function withReceipt(message: Message, read: NonNullable<Chat["visitor_read"]>): Message {
  const { author, kind, seq } = message;
  if (kind === "note" || (author.kind !== "operator" && author.kind !== "bot")) return message;
  const received =
    message.received_at === undefined && seq <= read.received ? read.received_at : null;
  const seen = message.seen_at === undefined && seq <= read.seen ? read.seen_at : null;
  if (received === null && seen === null) return message;
  return {
    ...message,
    ...omitAbsent({ received_at: received ?? undefined, seen_at: seen ?? undefined }),
  };
}
