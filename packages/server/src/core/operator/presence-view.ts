import type { Presence } from "../entity.ts";

/** Presence of operators (CORE-010). */
export interface PresenceView {
  /** Whether all nodes' presence is known. If not, offline operators may be online elsewhere. */
  isComplete(): boolean;
  of(account: number, operatorId: number): Presence;
  /**
   * Returns the time at which an operator went offline, in milliseconds since 1970. For operators
   * without a recorded disconnect, returns the start time of this node.
   */
  offlineSince(account: number, operatorId: number): number;
  onChange(listener: (account: number, operatorId: number, status: Presence) => void): () => void;
}
/** A presence view in which no operator is online. */
export const emptyPresence: PresenceView = {
  isComplete: () => true,
  of: () => "offline",
  offlineSince: () => Infinity,
  onChange: () => () => undefined,
};
