import { ApiError, emptySnapshot, type ConnectionState, type OutboxItem, type Snapshot } from "@parlour/client";
import type { Chat, ChatState, Message } from "@parlour/protocol";

/** Views of the inbox; the last two are closed chats, read page by page. */
export const views = ["mine", "waiting", "bot", "all", "closed", "missed"] as const;
export type View = (typeof views)[number];
/** Views of closed chats; the others hold running ones. */
export const closedViews = ["closed", "missed"] as const;
export type ClosedView = (typeof closedViews)[number];

export type LoadState = "idle" | "loading" | "ready" | ApiError | Error;

/** One page by page list of closed chats. */
export interface ClosedList {
  readonly ids: readonly number[];
  readonly cursor: string | null;
  /** What was asked for, to tell an answer to an older question. */
  readonly key: string;
  readonly state: LoadState;
  /** Chats ended since it was read, or may have. */
  readonly isStale: boolean;
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
  /** Skips that the server has not stored yet, and skipped calls. */
  readonly skipped: ReadonlySet<number>;
  /** Which waiting chat rings first (API-041). */
  readonly ringOrder: "longest" | "newest";
  /** Held closes (CORE-038): chat to the time it is sent. */
  readonly closing: ReadonlyMap<number, number>;
  /** A ringing chat that a colleague took: shown for a moment. */
  readonly taken: { readonly chatId: number; readonly who: string; readonly by: string } | null;
  /** Notes that name this operator and that he has not read: their numbers by chat (API-046). */
  readonly mentions: ReadonlyMap<number, readonly number[]>;
  /** While the read mark is held back by "mark unread". */
  readonly heldUnread: ReadonlySet<number>;
}

const noList: ClosedList = { ids: [], cursor: null, key: "", state: "idle", isStale: false };

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
  ringOrder: "longest",
  closing: new Map(),
  taken: null,
  mentions: new Map(),
  heldUnread: new Set(),
};

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

/** The server answered with a refusal: it is there, and another try would not help. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new ApiError({ code: "unknown", status: 0, message: String(error) });
}
