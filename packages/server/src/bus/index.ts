/**
 * What one node tells the others: "look at this account, its head is at least here". Never what happened: readers look it up.
 * A notice may be lost, repeated or late; polling finds what a lost one meant (journal.md 3).
 */
export interface Bus {
  /** Tells the other nodes; never waits, never throws. Newer heads of an account replace older ones that were not sent yet. */
  announce(account: number, head: number): void;
  /** Hears the other nodes, never this one. The returned function ends it. */
  onHead(listener: (account: number, head: number) => void): () => void;
  close(): Promise<void>;
}
export { memoryBus } from "./memory.ts";
export { headNotice, headsChannel, postgresBus } from "./postgres.ts";
