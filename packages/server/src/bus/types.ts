/**
 * Notices between nodes: "read this account, its head is at least here". They never contain the
 * change itself, which each node reads from the journal. A notice may be lost, repeated or late.
 * Polling finds what a lost one announced (journal.md 3).
 */
export interface Bus {
  /**
   * Announces a head to the other nodes. Never waits and never throws. A newer head of an account
   * replaces an unsent older one.
   */
  announce(account: number, head: number): void;
  /**
   * Calls the listener for notices of other nodes, never of this one. Returns a function that
   * unsubscribes.
   */
  onHead(listener: (account: number, head: number) => void): () => void;
  close(): Promise<void>;
}
