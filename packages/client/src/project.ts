import type { Chat, ChatEntity, Delivery, EventFrame, Message, MessageDelivery, ServerFrame, Visitor } from "@parlour/protocol";
import { emptyLog, type ChatLog, type ChatRecord, type Snapshot } from "./snapshot.ts";

/**
 * Applies one frame of the socket. Pure. Events at or below the snapshot's position change nothing, so each may be applied twice (API-107);
 * a `seq` that jumps is kept aside and `hasGap` becomes true. Signals and unknown names change nothing.
 */
export function project(snapshot: Snapshot, frame: ServerFrame): Snapshot {
  return projectAll(snapshot, [frame]);
}

/** The same for many frames at once: copies each map at most once. */
export function projectAll(snapshot: Snapshot, frames: readonly ServerFrame[]): Snapshot {
  const draft = new Draft(snapshot);
  for (const frame of frames) applyFrame(draft, frame);
  return draft.done();
}

/**
 * Takes chats read over HTTP. `since` is the snapshot's position when the request left: what an event changed after that is newer and stays.
 */
export function mergeChats(snapshot: Snapshot, chats: readonly Chat[], since: number): Snapshot {
  const draft = new Draft(snapshot);
  for (const read of chats) {
    const known = draft.chats().get(read.id);
    // Lists do not tell it (API-020): what is known stays.
    const chat = read.assignment === null && known?.chat.assignment ? { ...read, assignment: known.chat.assignment } : read;
    draft.setChat(
      known && (known.position > since || known.lastTouched > since || known.counted > chat.seq)
        ? withHttp(known, chat, since)
        : { chat, position: known?.position ?? 0, lastTouched: known?.lastTouched ?? 0, counted: chat.seq, thin: false },
    );
    markSeen(draft, chat.id);
  }
  return draft.done();
}

/** Takes messages read over HTTP or answered to a POST; `since` as in {@link mergeChats}. The log keeps the run without gap that ends at the newest. */
export function mergeMessages(snapshot: Snapshot, chatId: number, messages: readonly Message[], since: number): Snapshot {
  const draft = new Draft(snapshot);
  const log = draft.logs().get(chatId) ?? emptyLog;
  const all = new Map([...log.messages, ...log.beyond].map((message) => [message.seq, message]));
  for (const message of messages) {
    const known = all.get(message.seq);
    if (!known || (log.touched.get(message.seq) ?? 0) <= since) all.set(message.seq, known ? keepDelivery(message, known) : message);
  }
  draft.setLog(chatId, { ...log, messages: newestRun([...all.values()].toSorted((a, b) => a.seq - b.seq)), beyond: [] });
  markSeen(draft, chatId);
  return draft.done();
}

/** Moves the own read mark: counts unread again from the messages at hand. */
export function markRead(snapshot: Snapshot, chatId: number, seq: number): Snapshot {
  const record = snapshot.chats.get(chatId);
  if (!record) return snapshot;
  const log = snapshot.logs.get(chatId);
  const unread = (log?.messages ?? []).filter((message) => message.seq > seq && counts(message)).length;
  if (unread === record.chat.unread) return snapshot;
  const draft = new Draft(snapshot);
  draft.setChat({ ...record, chat: { ...record.chat, unread } });
  return draft.done();
}

/** Forgets chats and logs that nobody shows, so that a page open for weeks stays small. */
export function forget(snapshot: Snapshot, chats: readonly number[], logs: readonly number[]): Snapshot {
  const draft = new Draft(snapshot);
  for (const id of chats) draft.dropChat(id);
  for (const id of logs) draft.dropLog(id);
  return draft.done();
}

function applyFrame(draft: Draft, frame: ServerFrame): void {
  switch (frame.type) {
    case "ready": {
      if (draft.epoch !== frame.epoch) {
        draft.epoch = frame.epoch;
        draft.position = frame.position;
      }
      draft.setPresence(new Map(frame.presence.map((entry) => [entry.operator_id, entry.status])));
      return;
    }
    case "reset":
      draft.epoch = frame.epoch;
      draft.position = frame.position;
      return;
    case "live":
      draft.position = Math.max(draft.position, frame.position);
      return;
    case "presence":
      draft.setPresence(new Map(draft.presence()).set(frame.operator_id, frame.status));
      return;
    case "event": {
      if (frame.position <= draft.position) return;
      draft.position = frame.position;
      applyEvent(draft, frame);
      return;
    }
    case "typing":
    case "viewing":
    case "inspected":
    case "draft":
      return;
    default:
      return; // New kinds of frames may come.
  }
}

function applyEvent(draft: Draft, frame: EventFrame): void {
  switch (frame.name) {
    case "chat_created":
    case "chat_updated":
    case "chat_closed":
    case "chat_accepted":
    case "chat_transferred":
    case "chat_handed_over":
    case "chat_assigned":
      draft.setChat(withEntity(draft.chats().get(frame.data.chat.id), frame.data.chat, frame.position, frame.name === "chat_created"));
      markSeen(draft, frame.data.chat.id);
      return;
    case "message_created":
      addMessage(draft, frame.data.message, frame.position);
      return;
    case "message_updated":
      changeMessage(draft, frame.data.message.chat_id, frame.data.message.seq, frame.position, (known) =>
        keepDelivery(frame.data.message, known),
      );
      noteRead(draft, frame.data.message, frame.position);
      return;
    case "delivery_updated":
      applyDelivery(draft, frame.data.delivery, frame.position);
      return;
    case "visitor_updated":
      changeVisitor(draft, frame.data.visitor, frame.position);
      return;
    case "visitor_created":
    case "call_updated":
    case "offline_message_updated":
    case "settings_changed":
      return;
    default:
      return; // New names may come (API-107).
  }
}

function withEntity(known: ChatRecord | undefined, entity: ChatEntity, position: number, created: boolean): ChatRecord {
  if (!known)
    return { chat: { ...entity, assignment: null, unread: 0, last_message: null }, position, lastTouched: 0, counted: 0, thin: !created };
  // A closed chat is final (CORE-031): an entity read over HTTP may be ahead of the events still coming.
  if (known.chat.state === "closed" && entity.state !== "closed") return known;
  const seq = Math.max(known.chat.seq, entity.seq);
  // The entity is whole (API-107): what it does not carry is gone, but for what only HTTP knows.
  const { assignment, unread, last_message, queue } = known.chat;
  const chat: Chat = { ...entity, seq, assignment: entity.assignment ?? assignment, unread, last_message, ...(queue && { queue }) };
  return { ...known, chat, position };
}

/** HTTP knows unread and assignment, a newer event knows the chat itself. */
function withHttp(known: ChatRecord, chat: Chat, since: number): ChatRecord {
  const newer = known.position > since ? known.chat : chat;
  const ahead = known.counted > chat.seq;
  return {
    ...known,
    thin: false,
    counted: Math.max(known.counted, chat.seq),
    chat: {
      ...newer,
      seq: Math.max(known.chat.seq, chat.seq),
      assignment: chat.assignment ?? known.chat.assignment,
      unread: ahead ? Math.max(known.chat.unread, chat.unread) : chat.unread,
      last_message: known.lastTouched > since ? known.chat.last_message : chat.last_message,
    },
  };
}

/** Visitors' messages count as unread; what a blocked one writes gives no notice (CORE-071). */
const counts = (message: Message): boolean => message.author.kind === "visitor" && message.blacklisted !== true;

function addMessage(draft: Draft, message: Message, position: number): void {
  const record = draft.chats().get(message.chat_id);
  if (record && message.seq > record.counted) {
    const unread = record.chat.unread + (counts(message) ? 1 : 0);
    draft.setChat({
      ...record,
      counted: message.seq,
      lastTouched: position,
      chat: {
        ...record.chat,
        unread,
        seq: Math.max(record.chat.seq, message.seq),
        last_message: isRoutingLine(message) ? record.chat.last_message : message,
      },
    });
  }
  const log = draft.logs().get(message.chat_id);
  if (!log) return;
  const touched = new Map(log.touched).set(message.seq, position);
  const at = log.messages.findLastIndex((known) => known.seq <= message.seq);
  const found = log.messages[at];
  if (found?.seq === message.seq) {
    draft.setLog(message.chat_id, { ...log, touched, messages: log.messages.with(at, keepDelivery(message, found)) });
    return;
  }
  const last = log.messages.at(-1)?.seq ?? 0;
  if (message.seq < last) return; // Older than what is shown: it comes with its page.
  if (message.seq === last + 1) {
    const joined = newestJoin([...log.messages, message], log.beyond);
    draft.setLog(message.chat_id, { ...joined, touched });
  } else
    draft.setLog(message.chat_id, {
      ...log,
      touched,
      beyond: [...log.beyond.filter((known) => known.seq !== message.seq), message].toSorted((a, b) => a.seq - b.seq),
    });
}

/** To whom a chat was offered or given, and how it is marked, is no last message (API-021): rows and cards show what the visitor wants. */
function isRoutingLine({ line }: Message): boolean {
  return line !== undefined && /^(?:offer|ladder_|owner_gone|transfer|colleague_invited|tag|rating_asked)/.test(line.code);
}

function changeMessage(draft: Draft, chatId: number, seq: number, position: number, change: (known: Message) => Message): void {
  const record = draft.chats().get(chatId);
  if (record?.chat.last_message?.seq === seq)
    draft.setChat({ ...record, lastTouched: position, chat: { ...record.chat, last_message: change(record.chat.last_message) } });
  const log = draft.logs().get(chatId);
  const at = log?.messages.findLastIndex((known) => known.seq === seq) ?? -1;
  const known = log?.messages[at];
  if (log && known)
    draft.setLog(chatId, { ...log, messages: log.messages.with(at, change(known)), touched: new Map(log.touched).set(seq, position) });
}

function applyDelivery(draft: Draft, delivery: Delivery, position: number): void {
  if (delivery.endpoint.kind !== "channel" || delivery.chat_id === null || delivery.seq === null) return;
  changeMessage(draft, delivery.chat_id, delivery.seq, position, (known) => ({ ...known, delivery: deliveryOf(delivery) }));
}

/** The part of a delivery that stands at its message (API-022). */
export function deliveryOf(delivery: Delivery): MessageDelivery {
  return {
    id: delivery.id,
    state: delivery.state === "dead" ? "failed" : delivery.state,
    attempts: delivery.attempts,
    error: delivery.error,
    next_at: delivery.next_at,
    ...(delivery.unconfirmed && { unconfirmed: true }),
  };
}

function changeVisitor(draft: Draft, visitor: Visitor, position: number): void {
  for (const record of draft.chats().values()) {
    if (record.chat.visitor.id === visitor.id) draft.setChat({ ...record, position, chat: { ...record.chat, visitor } });
  }
}

/** The journal's text of a message is written once, before its delivery exists: an answer without one keeps what is known. */
function keepDelivery(message: Message, known: Message): Message {
  return message.delivery || !known.delivery ? message : { ...message, delivery: known.delivery };
}

/** A message that was received or seen speaks for those before it (API-107). */
function noteRead(draft: Draft, { chat_id: chatId, seq, received_at: receivedAt, seen_at: seenAt }: Message, position: number): void {
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

/** How far the visitor has read stands at each message that was said to him (CORE-052). */
function markSeen(draft: Draft, chatId: number): void {
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

function marked(message: Message, read: NonNullable<Chat["visitor_read"]>): Message {
  const { author, kind, seq } = message;
  if (kind === "note" || (author.kind !== "operator" && author.kind !== "bot")) return message;
  const received = message.received_at === undefined && seq <= read.received ? read.received_at : null;
  const seen = message.seen_at === undefined && seq <= read.seen ? read.seen_at : null;
  if (received === null && seen === null) return message;
  return { ...message, ...(received !== null && { received_at: received }), ...(seen !== null && { seen_at: seen }) };
}

function newestRun(sorted: readonly Message[]): Message[] {
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

/** A snapshot under change: each map is copied at the first write. */
class Draft {
  epoch: string | null;
  position: number;
  readonly #before: Snapshot;
  #chats: Map<number, ChatRecord> | null = null;
  #logs: Map<number, ChatLog> | null = null;
  #presence: Snapshot["presence"] | null = null;

  constructor(before: Snapshot) {
    this.#before = before;
    this.epoch = before.epoch;
    this.position = before.position;
  }
  chats(): ReadonlyMap<number, ChatRecord> {
    return this.#chats ?? this.#before.chats;
  }
  logs(): ReadonlyMap<number, ChatLog> {
    return this.#logs ?? this.#before.logs;
  }
  presence(): Snapshot["presence"] {
    return this.#presence ?? this.#before.presence;
  }
  setChat(record: ChatRecord): void {
    (this.#chats ??= new Map(this.#before.chats)).set(record.chat.id, record);
  }
  dropChat(id: number): void {
    (this.#chats ??= new Map(this.#before.chats)).delete(id);
  }
  setLog(chatId: number, log: ChatLog): void {
    (this.#logs ??= new Map(this.#before.logs)).set(chatId, log);
  }
  dropLog(chatId: number): void {
    (this.#logs ??= new Map(this.#before.logs)).delete(chatId);
  }
  setPresence(presence: Snapshot["presence"]): void {
    this.#presence = presence;
  }
  done(): Snapshot {
    const { epoch, position } = this;
    if (!this.#chats && !this.#logs && !this.#presence && epoch === this.#before.epoch && position === this.#before.position)
      return this.#before;
    return { epoch, position, chats: this.chats(), logs: this.logs(), presence: this.presence() };
  }
}
