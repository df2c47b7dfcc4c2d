import type { Presence } from "../entity.ts";

/**
 * Input of a routing decision in addition to chat and settings, collected before the command
 * handler runs. Presence is a signal. Counts and offer times may be slightly outdated (decision
 * 0012).
 */
export interface RoutingSnapshot {
  readonly presence: (operatorId: number) => Presence;
  /** Returns when an offline operator went offline, in milliseconds since 1970. */
  readonly offlineSince: (operatorId: number) => number;
  /**
   * Number of chats per operator: those in which they participate, and those offered to them alone.
   */
  readonly openChats: ReadonlyMap<number, number>;
  /** Time at which each operator last got an offer alone. Operators who never did are absent. */
  readonly lastOfferedAt: ReadonlyMap<number, number>;
  /** The operator of the visitor's latest closed chat, or null. */
  readonly lastOperator: number | null;
  /**
   * Time of the last message in the chat, without system messages. null if unknown: the chat is
   * then not closed for inactivity.
   */
  readonly lastMessageAt: number | null;
  /** True if neither an operator nor a bot wrote after the visitor's last message (CORE-032). */
  readonly isVisitorLast: boolean;
  /** Time at which the chat's newest participant joined, or null if unknown. */
  readonly joinedAt: number | null;
  /** True if the visitor's last message is newer than the operators' last answer. */
  readonly isUnanswered: boolean;
  /**
   * Time of the visitor's first unanswered message. null if all are answered, or if the account
   * does not reassign chats and the time was not loaded (CORE-153).
   */
  readonly unansweredSince: number | null;
  /**
   * `seq` of the last message that the snapshot includes. A decision on it is written only if the
   * chat has no later message. null if no message was read.
   */
  readonly lastSeq: number | null;
}

/** A snapshot without operators and data. With it, only timeouts of the chat itself apply. */
export const emptySnapshot: RoutingSnapshot = {
  presence: () => "offline",
  offlineSince: () => Infinity,
  openChats: new Map(),
  lastOfferedAt: new Map(),
  lastOperator: null,
  lastMessageAt: null,
  isVisitorLast: false,
  joinedAt: null,
  isUnanswered: false,
  unansweredSince: null,
  lastSeq: null,
};
