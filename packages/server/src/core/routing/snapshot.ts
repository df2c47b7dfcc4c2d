import type { Presence } from "../entity.ts";

/**
 * Input of a routing decision beside chat and settings, collected before the command handler runs.
 * Presence is a signal; counts and offer times may be a moment old (decision 0012).
 */
export interface RoutingSnapshot {
  readonly presence: (operatorId: number) => Presence;
  /** Milliseconds since 1970 when the operator went offline. Called only for offline operators. */
  readonly offlineSince: (operatorId: number) => number;
  /** Number of chats per operator: those they take part in, and those offered to them alone. */
  readonly openChats: ReadonlyMap<number, number>;
  /** When each operator last got an offer alone. Operators without such an offer are absent. */
  readonly lastOfferedAt: ReadonlyMap<number, number>;
  /** Operator of the visitor's latest closed chat. */
  readonly lastOperator: number | null;
  /**
   * Time of the last message in the chat, without system messages; null: unknown, so inactivity
   * closes nothing.
   */
  readonly lastMessageAt: number | null;
  /** When the chat's newest participant joined; null: unknown. */
  readonly joinedAt: number | null;
  /** True if the visitor's last message is newer than the operators' last answer. */
  readonly isUnanswered: boolean;
  /**
   * Time of the visitor's first unanswered message; null: answered, or not loaded because the
   * account does not reassign chats (CORE-153).
   */
  readonly unansweredSince: number | null;
  /**
   * Returns whether somebody wrote in the chat since the snapshot was taken. Called while the
   * command handler runs.
   */
  readonly isStale: () => boolean;
}

/** Snapshot without operators and data: only timeouts of the chat itself apply. */
export const emptySnapshot: RoutingSnapshot = {
  presence: () => "offline",
  offlineSince: () => Infinity,
  openChats: new Map(),
  lastOfferedAt: new Map(),
  lastOperator: null,
  lastMessageAt: null,
  joinedAt: null,
  isUnanswered: false,
  unansweredSince: null,
  isStale: () => false,
};
