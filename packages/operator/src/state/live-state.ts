import { ApiError, emptySnapshot, type ConnectionState, type OutboxItem, type Snapshot } from "@parlour/client";
import type { Chat, ChatState, Message, ServerFrame } from "@parlour/protocol";

/** Views of the inbox; the last two are closed chats, read page by page. */
export const views = ["mine", "waiting", "bot", "all", "closed", "missed"] as const;
export type View = (typeof views)[number];
export type ClosedView = "closed" | "missed";

export type LoadState = "idle" | "loading" | "ready" | ApiError | Error;

/** One page by page list of closed chats. */
export interface ClosedList {
  readonly ids: readonly number[];
  readonly cursor: string | null;
  readonly q: string;
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
  /** While the read mark is held back by "mark unread". */
  readonly heldUnread: ReadonlySet<number>;
}

const noList: ClosedList = { ids: [], cursor: null, q: "", state: "idle" };

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

/** Running chats of a view, ordered. Long waits first, then by the newest line; closing ones (held for Undo) count as closed. */
export function rowsOf(
  state: Pick<LiveState, "snapshot" | "closing">,
  view: Exclude<View, ClosedView>,
  order: Order,
  operatorId: number,
): Chat[] {
  const rows: Keyed[] = [];
  for (const { chat } of state.snapshot.chats.values()) {
    if (chat.state === "closed" || state.closing.has(chat.id) || !inView(chat, view, operatorId)) continue;
    rows.push({ chat, wait: waitOf(chat) ?? Infinity, activity: activityOf(chat) });
  }
  return rows.sort(order === "wait" ? byWait : byActivity).map((row) => row.chat);
}

/** A chat with its sort keys: times are read once, not at each comparison. */
interface Keyed {
  readonly chat: Chat;
  readonly wait: number;
  readonly activity: number;
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

/** Numbers beside the views and in the title (API-029: unread counts in own and waiting chats). */
export function countsOf(
  state: Pick<LiveState, "snapshot" | "closing">,
  operatorId: number,
): { mine: number; waiting: number; bot: number; all: number; unread: number } {
  const counts = { mine: 0, waiting: 0, bot: 0, all: 0, unread: 0 };
  for (const { chat } of state.snapshot.chats.values()) {
    if (chat.state === "closed" || state.closing.has(chat.id)) continue;
    const mine = isMine(chat, operatorId);
    counts.all += 1;
    if (mine) counts.mine += 1;
    if (chat.state === "waiting") counts.waiting += 1;
    if (chat.state === "bot") counts.bot += 1;
    if (mine || chat.state === "waiting") counts.unread += chat.unread;
  }
  return counts;
}

/** The chat that rings: the newest one waiting that was not skipped. */
export function ringingOf(state: Pick<LiveState, "snapshot" | "skipped" | "closing">): Chat | null {
  let newest: Chat | null = null;
  for (const { chat } of state.snapshot.chats.values()) {
    if (chat.state !== "waiting" || state.skipped.has(chat.id) || state.closing.has(chat.id)) continue;
    if (!newest || (waitOf(chat) ?? 0) > (waitOf(newest) ?? 0)) newest = chat;
  }
  return newest;
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
