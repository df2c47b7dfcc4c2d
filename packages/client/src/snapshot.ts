import type { Chat, Message, Presence } from "@parlour/protocol";

/** What a client knows at a position of the account's journal. Immutable: every change gives a new value and shares what stayed. */
export interface Snapshot {
  readonly epoch: string | null;
  /** Everything up to here is in. */
  readonly position: number;
  readonly chats: ReadonlyMap<number, ChatRecord>;
  /** Messages of the chats that were opened. */
  readonly logs: ReadonlyMap<number, ChatLog>;
  readonly presence: ReadonlyMap<number, Presence>;
}

export interface ChatRecord {
  readonly chat: Chat;
  /** Position of the last event about the chat itself; 0 when only HTTP spoke of it. */
  readonly position: number;
  /** Position of the last event that touched `chat.last_message`. */
  readonly lastTouched: number;
  /** Messages up to this `seq` are in `chat.unread`. */
  readonly counted: number;
  /** Known by a later event only: unread and last message must be read over HTTP. */
  readonly thin: boolean;
}

export interface ChatLog {
  /** Ascending by `seq`, without a gap. */
  readonly messages: readonly Message[];
  /** Messages behind a gap: something was lost (CORE-040), read the chat again. */
  readonly beyond: readonly Message[];
  /** `seq` to position of the last event that touched the message. */
  readonly touched: ReadonlyMap<number, number>;
}

export const emptySnapshot: Snapshot = { epoch: null, position: 0, chats: new Map(), logs: new Map(), presence: new Map() };
export const emptyLog: ChatLog = { messages: [], beyond: [], touched: new Map() };

/** Earlier messages exist on the server. */
export function hasOlder(log: ChatLog): boolean {
  return (log.messages[0]?.seq ?? 1) > 1;
}

/** A message number is missing: the chat must be read again. */
export function hasGap(log: ChatLog): boolean {
  return log.beyond.length > 0;
}
