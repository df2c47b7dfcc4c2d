import type { Delivery, Message, MessageDelivery } from "@parlour/protocol";
import type { Draft } from "./snapshot-draft.ts";
import type { ChatLog, ChatRecord } from "./snapshot.ts";

/** Applies message events to the message log of a chat and to its last message. */

/** Returns true for visitor messages, except those of a blocked visitor (CORE-071). */
export const counts = (message: Message): boolean => message.author.kind === "visitor" && message.blacklisted !== true;

export function addMessage(draft: Draft, message: Message, position: number): void {
  const record = draft.chats().get(message.chat_id);
  if (record && message.seq > record.counted) draft.setChat(withNewest(record, message, position));
  const log = draft.logs().get(message.chat_id);
  const next = log && withMessage(log, message, position);
  if (next && next !== log) draft.setLog(message.chat_id, next);
}

function withNewest(record: ChatRecord, message: Message, position: number): ChatRecord {
  const { chat } = record;
  return {
    ...record,
    counted: message.seq,
    lastTouched: position,
    chat: {
      ...chat,
      unread: chat.unread + (counts(message) ? 1 : 0),
      seq: Math.max(chat.seq, message.seq),
      last_message: isRoutingLine(message) ? chat.last_message : message,
    },
  };
}

function withMessage(log: ChatLog, message: Message, position: number): ChatLog {
  const touched = new Map(log.touched).set(message.seq, position);
  const at = log.messages.findLastIndex((known) => known.seq <= message.seq);
  const found = log.messages[at];
  if (found?.seq === message.seq) return { ...log, touched, messages: log.messages.with(at, keepDelivery(message, found)) };
  const last = log.messages.at(-1)?.seq ?? 0;
  // Older than the loaded messages: it is loaded with its page.
  if (message.seq < last) return log;
  if (message.seq === last + 1) return { ...newestJoin([...log.messages, message], log.beyond), touched };
  const beyond = [...log.beyond.filter((known) => known.seq !== message.seq), message];
  return { ...log, touched, beyond: beyond.toSorted((a, b) => a.seq - b.seq) };
}

/**
 * Returns true for system messages about offers, transfers, tags and ratings. They do not become
 * the last message (API-021), so that chat rows show the visitor's request.
 */
function isRoutingLine({ line }: Message): boolean {
  return line !== undefined && /^(?:offer|ladder_|owner_gone|reassign|transfer|colleague_invited|tag|rating_asked)/.test(line.code);
}

export function changeMessage(draft: Draft, chatId: number, seq: number, position: number, change: (known: Message) => Message): void {
  const record = draft.chats().get(chatId);
  if (record?.chat.last_message?.seq === seq)
    draft.setChat({ ...record, lastTouched: position, chat: { ...record.chat, last_message: change(record.chat.last_message) } });
  const log = draft.logs().get(chatId);
  const at = log?.messages.findLastIndex((known) => known.seq === seq) ?? -1;
  const known = log?.messages[at];
  if (log && known)
    draft.setLog(chatId, { ...log, messages: log.messages.with(at, change(known)), touched: new Map(log.touched).set(seq, position) });
}

export function applyDelivery(draft: Draft, delivery: Delivery, position: number): void {
  if (delivery.endpoint.kind !== "channel" || delivery.chat_id === null || delivery.seq === null) return;
  changeMessage(draft, delivery.chat_id, delivery.seq, position, (known) => ({ ...known, delivery: deliveryOf(delivery) }));
}

/** Converts a delivery to the part that a message shows (API-022). */
function deliveryOf(delivery: Delivery): MessageDelivery {
  return {
    id: delivery.id,
    state: delivery.state === "dead" ? "failed" : delivery.state,
    attempts: delivery.attempts,
    error: delivery.error,
    next_at: delivery.next_at,
    ...(delivery.unconfirmed && { unconfirmed: true }),
  };
}

/**
 * Keeps the known delivery if the message has none. The journal writes a message before its
 * delivery exists.
 */
export function keepDelivery(message: Message, known: Message): Message {
  return message.delivery || !known.delivery ? message : { ...message, delivery: known.delivery };
}

export function newestRun(sorted: readonly Message[]): Message[] {
  let from = sorted.length - 1;
  while (from > 0 && sorted[from - 1]?.seq === (sorted[from]?.seq ?? 0) - 1) from -= 1;
  return sorted.slice(Math.max(0, from));
}

function newestJoin(messages: Message[], beyond: readonly Message[]): Pick<ChatLog, "messages" | "beyond"> {
  const rest = beyond.filter((message) => message.seq > (messages.at(-1)?.seq ?? 0));
  while (rest[0]?.seq === (messages.at(-1)?.seq ?? 0) + 1) {
    const next = rest.shift();
    if (next) messages.push(next);
  }
  return { messages, beyond: rest };
}
