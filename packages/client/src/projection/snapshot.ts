import type { Chat, Message, Presence } from "@parlour/protocol";
import type { PresenceEntry } from "@parlour/protocol/socket";

/** State of a client at a journal position. A change returns a value with shared parts. */
export interface Snapshot {
  readonly epoch: string | null;
  /** All events up to this position are applied. */
  readonly position: number;
  readonly chats: ReadonlyMap<number, ChatRecord>;
  readonly logs: ReadonlyMap<number, MessageLog>;
  readonly presence: ReadonlyMap<number, Presence>;
  /** The same, with the custom statuses (STATUS-003). */
  readonly presenceEntries: ReadonlyMap<number, PresenceEntry>;
}

export interface ChatRecord {
  readonly chat: Chat;
  /** Position of the last event about the chat itself. 0 if the chat only came over HTTP. */
  readonly position: number;
  /** Position of the last event that changed `chat.last_message`. */
  readonly lastMessagePosition: number;
  /** The highest `seq` that `chat.unread` takes into account. */
  readonly countedSeq: number;
  /** The creation of the chat is unknown: unread count and last message need HTTP. */
  readonly isIncomplete: boolean;
}

export interface MessageLog {
  /** In ascending order of `seq`, without a gap. */
  readonly messages: readonly Message[];
  /** Messages after a gap: an event was lost (CORE-040) and the chat must be read again. */
  readonly afterGap: readonly Message[];
  /** Position of the last event that changed a message, by the message's `seq`. */
  readonly changePositions: ReadonlyMap<number, number>;
}

export const emptySnapshot: Snapshot = {
  epoch: null,
  position: 0,
  chats: new Map(),
  logs: new Map(),
  presence: new Map(),
  presenceEntries: new Map(),
};
export const emptyMessageLog: MessageLog = {
  messages: [],
  afterGap: [],
  changePositions: new Map(),
};

/** Returns true if the server has earlier messages. */
export function hasOlderMessages(log: MessageLog): boolean {
  return (log.messages[0]?.seq ?? 1) > 1;
}

/** Returns true if a message number is missing, so that the chat must be read again. */
export function hasMissingMessages(log: MessageLog): boolean {
  return log.afterGap.length > 0;
}
