import type { SocketProblem } from "@parlour/protocol/socket/by-requests";
import {
  ApiError,
  emptySnapshot,
  type ConnectionState,
  type OutboxItem,
  type Snapshot,
} from "@parlour/client";
import type { Chat, ServerFrame, Visitor } from "@parlour/protocol";

/** Views of the inbox that every operator has. */
export const inboxViews = ["mine", "waiting", "bot", "all", "closed", "missed", "snoozed"] as const;
export type FixedView = (typeof inboxViews)[number];
/** Views of closed chats. The other fixed views contain open chats. */
export const closedViews = ["closed", "missed"] as const;
export type ClosedView = (typeof closedViews)[number];
/** A saved view (VIEW-001): `v` and its id. */
export type SavedViewName = `v${number}`;
export type InboxView = FixedView | SavedViewName;
/** Counts of saved views that changed (VIEW-007). */
export type ViewCounts = Extract<ServerFrame, { type: "view_counts" }>["views"];
/** Lists that load page by page. `saved`: the saved view that was opened last. */
export const pagedViews = [...closedViews, "saved"] as const;
export type PagedView = (typeof pagedViews)[number];

export type LoadState = "idle" | "loading" | "ready" | ApiError | Error;

/** A list of chats that is loaded page by page. */
export interface PagedList {
  readonly ids: readonly number[];
  readonly cursor: string | null;
  /** The query of the list as text. Used to discard responses to an earlier query. */
  readonly key: string;
  readonly state: LoadState;
  /** Whether chats came or went, or may have, since the list was loaded. */
  readonly isStale: boolean;
}

/** A typing signal of the visitor or another operator, until the time `until` (CORE-047). */
interface TypingSignalState {
  readonly name: string;
  readonly preview: string | null;
  readonly until: number;
}

export interface MessageListState {
  readonly state: LoadState;
  readonly older: LoadState;
}

/** The chats and their pending closes. */
export interface ChatsState {
  readonly snapshot: { readonly chats: Snapshot["chats"] };
  /** Pending closes (CORE-038). For each chat, the time at which the close will be sent. */
  readonly closing: ReadonlyMap<number, number>;
}

/** What decides which chats ring for this operator, and in which order. */
export interface RingingState extends ChatsState {
  /** Skipped chats that the server has not stored yet, and skipped calls. */
  readonly skipped: ReadonlySet<number>;
  /** Order in which waiting chats are offered to the operator (API-296). */
  readonly ringOrder: "longest" | "newest";
}

/** Signals of the visitors and the other operators. */
export interface SignalState {
  readonly typing: ReadonlyMap<number, TypingSignalState>;
  readonly operatorTyping: ReadonlyMap<number, TypingSignalState>;
  /** Other operators who are viewing a chat, with the time at which each signal expires. */
  readonly viewing: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** State that the screens show and that events update. */
export interface LiveState extends RingingState, SignalState {
  readonly snapshot: Snapshot;
  readonly connection: ConnectionState;
  /** Why there is no WebSocket, as the server says. Null: it works, or nothing is known. */
  readonly socketProblem: SocketProblem | null;
  /** Load state of the list of open chats. */
  readonly running: LoadState;
  readonly paged: Readonly<Record<PagedView, PagedList>>;
  readonly logs: ReadonlyMap<number, MessageListState>;
  readonly outbox: readonly OutboxItem[];
  /** A ringing chat that another operator took, for 4 s. `by`: the name of that operator. */
  readonly taken: {
    readonly chatId: number;
    readonly visitorName: string;
    readonly by: string;
  } | null;
  /** Unread notes that mention this operator: message numbers by chat (API-046). */
  readonly mentions: ReadonlyMap<number, readonly number[]>;
  /** Chats that the operator marked as unread. Their mark stays until they are opened again. */
  readonly markedUnread: ReadonlySet<number>;
}

const emptyPagedList: PagedList = {
  ids: [],
  cursor: null,
  key: "",
  state: "idle",
  isStale: false,
};

export const initialLiveState: LiveState = {
  snapshot: emptySnapshot,
  connection: { kind: "connecting" },
  socketProblem: null,
  running: "idle",
  paged: { closed: emptyPagedList, missed: emptyPagedList, saved: emptyPagedList },
  logs: new Map(),
  outbox: [],
  typing: new Map(),
  operatorTyping: new Map(),
  viewing: new Map(),
  skipped: new Set(),
  ringOrder: "longest",
  closing: new Map(),
  taken: null,
  mentions: new Map(),
  markedUnread: new Set(),
};

/** Returns the time since which the visitor has waited for a reply, or null. */
export function getWaitingSince(chat: Chat): number | null {
  return chat.wait && chat.state !== "closed" ? Date.parse(chat.wait.since) : null;
}

/** Returns whether the operator is the assignee or a participant. */
export function isOwnChat(chat: Chat, operatorId: number): boolean {
  return (
    chat.assignee?.id === operatorId || chat.participants.some((person) => person.id === operatorId)
  );
}

/** Returns the open chats of the operator, without chats that have a pending close. */
export function listMyOpenChats({ snapshot, closing }: ChatsState, operatorId: number): Chat[] {
  return [...snapshot.chats.values()]
    .map(({ chat }) => chat)
    .filter(
      (chat) => chat.state === "open" && !closing.has(chat.id) && isOwnChat(chat, operatorId),
    );
}

/** Returns the visitor's name, email address or phone number, or null: then "Visitor" (CH-045). */
export function getKnownVisitorName({ name, email, phone }: Visitor): string | null {
  return name?.value ?? email?.value ?? phone?.value ?? null;
}

/** Permission of this operator in a chat at the moment. */
export type ChatPermission = "read" | "take" | "reply" | "other" | "closed";
export function getChatPermission(
  chat: Chat,
  operatorId: number,
  canChat: boolean,
): ChatPermission {
  if (!canChat) return "read";
  if (chat.state === "closed") return "closed";
  if (isOwnChat(chat, operatorId)) return "reply";
  // Another operator can join a chat of a bot, and write notes in it (BOT-005, BOT-074).
  return chat.state === "waiting" ? "take" : "other";
}

/** Returns true if the server refused the request (4xx), so that another attempt cannot succeed. */
export function isRejection(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export function toError(error: unknown): Error {
  return error instanceof Error
    ? error
    : new ApiError({ code: "unknown", status: 0, message: String(error) });
}
