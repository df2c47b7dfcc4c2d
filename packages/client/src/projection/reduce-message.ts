import type { Delivery, Message, MessageDelivery } from "@parlour/protocol";
import { isBackgroundMessage } from "@parlour/protocol/message/background-message";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { SnapshotBuilder } from "./snapshot-builder.ts";
import type { MessageLog, ChatRecord } from "./snapshot.ts";

/** Applies message events to the message log of a chat and to its last message. */

/** Returns true for visitor messages, except those of a blocked visitor (CORE-071). */
export const countsAsUnread = (message: Message): boolean =>
  message.author.kind === "visitor" && message.blacklisted !== true;

export function addMessage(builder: SnapshotBuilder, message: Message, position: number): void {
  const record = builder.chats().get(message.chat_id);
  if (record && message.seq > record.countedSeq)
    builder.setChat(withLastMessage(record, message, position));
  const log = builder.logs().get(message.chat_id);
  const next = log && withMessageAdded(log, message, position);
  if (next && next !== log) builder.setLog(message.chat_id, next);
}

function withLastMessage(record: ChatRecord, message: Message, position: number): ChatRecord {
  const { chat } = record;
  return {
    ...record,
    countedSeq: message.seq,
    lastMessagePosition: position,
    chat: {
      ...chat,
      unread: chat.unread + (countsAsUnread(message) ? 1 : 0),
      seq: Math.max(chat.seq, message.seq),
      last_message: isBackgroundMessage(message) ? chat.last_message : message,
    },
  };
}

function withMessageAdded(log: MessageLog, message: Message, position: number): MessageLog {
  const touched = new Map(log.changePositions).set(message.seq, position);
  const index = log.messages.findLastIndex((entry) => entry.seq <= message.seq);
  const current = log.messages[index];
  if (current?.seq === message.seq)
    return {
      ...log,
      changePositions: touched,
      messages: log.messages.with(index, preserveDelivery(message, current)),
    };
  const lastSeq = log.messages.at(-1)?.seq ?? 0;
  // The message is older than the loaded messages. It is loaded later, with its page.
  if (message.seq < lastSeq) return log;
  if (message.seq === lastSeq + 1)
    return {
      ...appendContiguous([...log.messages, message], log.afterGap),
      changePositions: touched,
    };
  const beyond = [...log.afterGap.filter((entry) => entry.seq !== message.seq), message];
  return { ...log, changePositions: touched, afterGap: beyond.toSorted((a, b) => a.seq - b.seq) };
}

export function changeMessage(
  builder: SnapshotBuilder,
  {
    chatId,
    seq,
    position,
  }: { readonly chatId: number; readonly seq: number; readonly position: number },
  change: (current: Message) => Message,
): void {
  const record = builder.chats().get(chatId);
  if (record?.chat.last_message?.seq === seq)
    builder.setChat({
      ...record,
      lastMessagePosition: position,
      chat: { ...record.chat, last_message: change(record.chat.last_message) },
    });
  const log = builder.logs().get(chatId);
  const index = log?.messages.findLastIndex((current) => current.seq === seq) ?? -1;
  const current = log?.messages[index];
  if (log && current)
    builder.setLog(chatId, {
      ...log,
      messages: log.messages.with(index, change(current)),
      changePositions: new Map(log.changePositions).set(seq, position),
    });
}

export function applyDelivery(
  builder: SnapshotBuilder,
  delivery: Delivery,
  position: number,
): void {
  if (delivery.endpoint.kind !== "channel" || delivery.chat_id === null || delivery.seq === null)
    return;
  changeMessage(builder, { chatId: delivery.chat_id, seq: delivery.seq, position }, (current) => ({
    ...current,
    delivery: toMessageDelivery(delivery),
  }));
}

/** Converts a delivery to the delivery fields of a message (API-022). */
function toMessageDelivery(delivery: Delivery): MessageDelivery {
  return {
    id: delivery.id,
    state: delivery.state === "dead" ? "failed" : delivery.state,
    attempts: delivery.attempts,
    error: delivery.error,
    next_at: delivery.next_at,
    ...omitAbsent({
      unconfirmed: delivery.unconfirmed || undefined,
      failed_recipients: delivery.failed_recipients,
    }),
  };
}

/** Keeps the delivery: the journal contains a message before its delivery exists. */
export function preserveDelivery(message: Message, current: Message): Message {
  return message.delivery || !current.delivery || message.undone_at
    ? message
    : { ...message, delivery: current.delivery };
}

export function getLatestContiguousMessages(sorted: readonly Message[]): Message[] {
  let from = sorted.length - 1;
  while (from > 0 && sorted[from - 1]?.seq === (sorted[from]?.seq ?? 0) - 1) from -= 1;
  return sorted.slice(Math.max(0, from));
}

function appendContiguous(
  messages: Message[],
  pending: readonly Message[],
): Pick<MessageLog, "messages" | "afterGap"> {
  const remaining = pending.filter((message) => message.seq > (messages.at(-1)?.seq ?? 0));
  while (remaining[0]?.seq === (messages.at(-1)?.seq ?? 0) + 1) {
    const next = remaining.shift();
    if (next) messages.push(next);
  }
  return { messages, afterGap: remaining };
}
