import { ApiError, emptySnapshot, type ConnectionState, type OutboxItem, type Snapshot } from "@parlour/client";
import type { Chat, ChatInvitation, ChatState, Message, ServerFrame } from "@parlour/protocol";

/** Views of the inbox; the last two are closed chats, read page by page. */
export const views = ["mine", "waiting", "bot", "all", "closed", "missed"] as const;
export type View = (typeof views)[number];
export type ClosedView = "closed" | "missed";

export type LoadState = "idle" | "loading" | "ready" | ApiError | Error;

/** One page by page list of closed chats. */
export interface ClosedList {
  readonly ids: readonly number[];
  readonly cursor: string | null;
  /** What was asked for, to tell an answer to an older question. */
  readonly key: string;
  readonly state: LoadState;
}

/** Somebody at the other side, or a colleague, is writing; over at `until` (CORE-047). */
export interface TypingSignalState {
  readonly name: string;
  readonly preview: string | null;
  readonly until: number;
}

export interface LogState {
  readonly state: LoadState;
  readonly older: LoadState;
}

/** Everything live that the screens show. */
export interface LiveState {
  readonly snapshot: Snapshot;
  readonly connection: ConnectionState;
  /** The running chats. */
  readonly running: LoadState;
  readonly closed: Readonly<Record<ClosedView, ClosedList>>;
  readonly logs: ReadonlyMap<number, LogState>;
  readonly outbox: readonly OutboxItem[];
  readonly typing: ReadonlyMap<number, TypingSignalState>;
  readonly colleagueTyping: ReadonlyMap<number, TypingSignalState>;
  /** Chat to the colleagues who look at it, each with the time the signal ends. */
  readonly viewing: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** Waiting chats that this operator does not want to hear of. */
  readonly skipped: ReadonlySet<number>;
  /** Held closes (CORE-038): chat to the time it is sent. */
  readonly closing: ReadonlyMap<number, number>;
  /** A ringing chat that a colleague took: shown for a moment. */
  readonly taken: { readonly chatId: number; readonly who: string; readonly by: string } | null;
  /** Notes that name this operator and that he has not read: their numbers by chat (API-046). */
  readonly mentions: ReadonlyMap<number, readonly number[]>;
  /** While the read mark is held back by "mark unread". */
  readonly heldUnread: ReadonlySet<number>;
}

const noList: ClosedList = { ids: [], cursor: null, key: "", state: "idle" };

export const firstLive: LiveState = {
  snapshot: emptySnapshot,
  connection: { kind: "connecting" },
  running: "idle",
  closed: { closed: noList, missed: noList },
  logs: new Map(),
  outbox: [],
  typing: new Map(),
  colleagueTyping: new Map(),
  viewing: new Map(),
  skipped: new Set(),
  closing: new Map(),
  taken: null,
  mentions: new Map(),
  heldUnread: new Set(),
};

export type Order = "wait" | "new";

/** When the chat last had something new, Unix milliseconds. */
function activityOf(chat: Chat): number {
  return Date.parse(chat.last_message?.created_at ?? chat.closed_at ?? chat.created_at);
}

/** Since when the visitor waits for an answer, or null. */
export function waitOf(chat: Chat): number | null {
  return chat.wait && chat.state !== "closed" ? Date.parse(chat.wait.since) : null;
}

/** Mine: assigned to me, or I take part. */
export function isMine(chat: Chat, operatorId: number): boolean {
  return chat.assignee?.id === operatorId || chat.participants.some((person) => person.id === operatorId);
}

/** Open chats the operator is in; those held for closing are not his any more. */
export function openChatsOf({ snapshot, closing }: Pick<LiveState, "snapshot" | "closing">, operatorId: number): Chat[] {
  return [...snapshot.chats.values()]
    .map(({ chat }) => chat)
    .filter((chat) => chat.state === "open" && !closing.has(chat.id) && isMine(chat, operatorId));
}

/** Running chats of a view, ordered. Long waits first, then by the newest line; closing ones (held for Undo) count as closed. */
export function rowsOf(
  { snapshot, closing }: { readonly snapshot: Pick<Snapshot, "chats"> } & Pick<LiveState, "closing">,
  view: Exclude<View, ClosedView>,
  order: Order,
  operatorId: number,
): Chat[] {
  const rows: Chat[] = [];
  for (const { chat } of inOrder(snapshot.chats, order))
    if (chat.state !== "closed" && !closing.has(chat.id) && inView(chat, view, operatorId)) rows.push(chat);
  return rows;
}

/** A chat with its sort keys: times are read once for each state of it, not at each comparison or event. */
interface Keyed {
  readonly chat: Chat;
  readonly wait: number;
  readonly activity: number;
}

let ordered: { readonly order: Order; readonly chats: Snapshot["chats"]; readonly rows: readonly Keyed[] } | null = null;

/**
 * All chats in their order. Goes from how they stood last time, where a bundle of events leaves hardly anything to sort: thousands are asked
 * for ten times a second.
 */
function inOrder(chats: Snapshot["chats"], order: Order): readonly Keyed[] {
  const before = ordered?.order === order ? ordered : null;
  if (before?.chats === chats) return before.rows;
  const rows: Keyed[] = [];
  for (const row of before?.rows ?? []) {
    const chat = chats.get(row.chat.id)?.chat;
    if (chat) rows.push(chat === row.chat ? row : keyed(chat));
  }
  if (rows.length < chats.size) {
    const known = new Set(rows.map((row) => row.chat.id));
    for (const { chat } of chats.values()) if (!known.has(chat.id)) rows.push(keyed(chat));
  }
  rows.sort(order === "wait" ? byWait : byActivity);
  ordered = { order, chats, rows };
  return rows;
}

function keyed(chat: Chat): Keyed {
  return { chat, wait: waitOf(chat) ?? Infinity, activity: activityOf(chat) };
}

function inView(chat: Chat, view: Exclude<View, ClosedView>, operatorId: number): boolean {
  if (view === "all") return true;
  return view === "mine" ? isMine(chat, operatorId) : chat.state === view;
}

function byWait(a: Keyed, b: Keyed): number {
  if (a.wait !== b.wait) return a.wait - b.wait;
  return a.wait === Infinity ? byActivity(a, b) : a.chat.id - b.chat.id;
}

function byActivity(a: Keyed, b: Keyed): number {
  return b.activity - a.activity || b.chat.id - a.chat.id;
}

export interface Counts {
  readonly mine: number;
  readonly waiting: number;
  readonly bot: number;
  readonly all: number;
  readonly unread: number;
}

/** Numbers beside the views and in the title (API-029: unread counts in own and waiting chats). */
export const countsOf = lastOf(
  ({ snapshot, closing, mentions }: Pick<LiveState, "snapshot" | "closing"> & Partial<Pick<LiveState, "mentions">>, operatorId: number) =>
    [snapshot.chats, closing, operatorId, mentions] as const,
  (chats, closing, operatorId, mentions): Counts => {
    const counts = { mine: 0, waiting: 0, bot: 0, all: 0, unread: 0 };
    for (const { chat } of chats.values()) {
      if (chat.state === "closed" || closing.has(chat.id)) continue;
      const mine = isMine(chat, operatorId);
      counts.all += 1;
      if (mine) counts.mine += 1;
      if (chat.state === "waiting") counts.waiting += 1;
      if (chat.state === "bot") counts.bot += 1;
      if (mine || chat.state === "waiting") counts.unread += chat.unread;
    }
    // Notes that name him are his to read wherever they stand (API-046).
    for (const seqs of mentions?.values() ?? []) counts.unread += seqs.length;
    return counts;
  },
);

/** Whether a waiting chat is offered to this operator now (CORE-033, CORE-035). */
export function isOfferedTo(chat: Pick<Chat, "state" | "wait">, operatorId: number): boolean {
  return chat.state === "waiting" && (chat.wait?.offered?.includes(operatorId) ?? false);
}

/** The chats that ring here: waiting, offered to the operator and not skipped; the newest first. */
export const ringsOf = lastOf(
  ({ snapshot, skipped, closing }: Pick<LiveState, "snapshot" | "skipped" | "closing">, operatorId: number) =>
    [snapshot.chats, skipped, closing, operatorId] as const,
  (chats, skipped, closing, operatorId): readonly Chat[] => {
    const rings: Keyed[] = [];
    for (const { chat } of chats.values()) {
      if (isOfferedTo(chat, operatorId) && !skipped.has(chat.id) && !closing.has(chat.id)) rings.push(keyed(chat));
    }
    const since = ({ wait }: Keyed) => (wait === Infinity ? 0 : wait);
    return rings.sort((a, b) => since(b) - since(a)).map(({ chat }) => chat);
  },
);

/** The chat that rings: the newest one. */
export function ringingOf(state: Pick<LiveState, "snapshot" | "skipped" | "closing">, operatorId: number): Chat | null {
  return ringsOf(state, operatorId)[0] ?? null;
}

/** Chats that a colleague hands to this operator now (API-025), the one that ends first in front. */
export const handedTo = lastOf(
  ({ snapshot }: Pick<LiveState, "snapshot">, operatorId: number) => [snapshot.chats, operatorId] as const,
  (chats, operatorId): readonly Chat[] => {
    const handed: Chat[] = [];
    for (const { chat } of chats.values()) if (chat.state !== "closed" && chat.transfer?.to.id === operatorId) handed.push(chat);
    return handed.sort((a, b) => (a.transfer?.until ?? "").localeCompare(b.transfer?.until ?? ""));
  },
);

/** What a colleague asked this operator into (API-025), the latest chat first; null: nothing. */
export const invitationTo = lastOf(
  ({ snapshot }: Pick<LiveState, "snapshot">, operatorId: number) => [snapshot.chats, operatorId] as const,
  (chats, operatorId): { readonly chat: Chat; readonly invitation: ChatInvitation } | null => {
    let latest: { readonly chat: Chat; readonly invitation: ChatInvitation } | null = null;
    for (const { chat } of chats.values()) {
      const invitation = chat.invited?.find((one) => one.to.id === operatorId);
      if (invitation && chat.state === "open" && chat.id > (latest?.chat.id ?? 0)) latest = { chat, invitation };
    }
    return latest;
  },
);

/**
 * Remembers the answer for the inputs of the last call: many parts ask the same of the same state, and with thousands of chats each answer
 * is a walk over all of them.
 */
function lastOf<A extends unknown[], I extends readonly unknown[], R>(
  inputs: (...args: A) => I,
  answer: (...given: [...I]) => R,
): (...args: A) => R {
  let last: { readonly given: I; readonly result: R } | null = null;
  return (...args) => {
    const given = inputs(...args);
    if (last?.given.length === given.length && last.given.every((one, index) => Object.is(one, given[index]))) return last.result;
    const result = answer(...given);
    last = { given, result };
    return result;
  };
}

/** "Anna Kovács", or null when nobody told a name (CH-045: then "Anonymous 412"). */
export function nameOf(chat: Pick<Chat, "visitor">): string | null {
  const { name, email, phone } = chat.visitor;
  return name?.value ?? email?.value ?? phone?.value ?? null;
}

/** What this operator may do in the chat now. */
export type Footing = "read" | "take" | "reply" | "other" | "closed";
export function footingOf(
  chat: Pick<Chat, "assignee" | "participants"> & { state: ChatState },
  operatorId: number,
  mayChat: boolean,
): Footing {
  if (!mayChat) return "read";
  if (chat.state === "closed") return "closed";
  if (chat.assignee?.id === operatorId || chat.participants.some((person) => person.id === operatorId)) return "reply";
  // A bot answers as a colleague does: one joins, or writes notes (BOT-005, BOT-074).
  return chat.state === "waiting" ? "take" : "other";
}

/** The first reply of a colleague behind `afterSeq`. Notes and system lines are no answers. */
export function colleagueAnswer(messages: readonly Message[], afterSeq: number, operatorId: number): Message | null {
  return (
    messages.find(
      (message) =>
        message.seq > afterSeq && message.author.kind === "operator" && message.author.id !== operatorId && message.kind !== "note",
    ) ?? null
  );
}

/** Whether a colleague just took the chat that rings here. */
export function takenBy(frames: readonly ServerFrame[], ringing: number | null, snapshot: Snapshot, me: number): LiveState["taken"] {
  for (const frame of frames) {
    if (frame.type !== "event" || frame.name !== "chat_accepted" || frame.data.chat.id !== ringing || frame.data.by.id === me) continue;
    const visitor = snapshot.chats.get(frame.data.chat.id)?.chat.visitor ?? frame.data.chat.visitor;
    return { chatId: frame.data.chat.id, who: visitor.name?.value ?? "", by: frame.data.by.name };
  }
  return null;
}

/** The server answered with a refusal: it is there, and another try would not help. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new ApiError({ code: "unknown", status: 0, message: String(error) });
}
