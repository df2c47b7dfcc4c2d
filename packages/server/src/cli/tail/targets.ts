import type { Events } from "@parlour/protocol/api";

/** Receives events and stores each of them once. */
export interface EventTarget {
  /** Returns the cursor after the last stored event, or null. */
  readonly findCursor: () => Promise<string | null>;
  /** Stores a page and its cursor together: after a crash, both are stored or neither. */
  readonly write: (page: Events) => Promise<void>;
  /** Removes everything that was stored, so that reading can begin anew. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}
