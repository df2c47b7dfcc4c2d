/**
 * Sends notices between nodes: "the journal of this account has reached at least this position". A
 * notice never contains the change, which each node reads from the journal. A notice may be lost,
 * repeated or late. Polling finds the entries of a lost notice (journal.md 3).
 */
export interface Bus {
  /**
   * Announces a head to the other nodes. Does not wait and does not throw. A newer head of an
   * account replaces one that is not sent yet.
   */
  announce(account: number, head: number): void;
  /**
   * Calls the listener for notices of other nodes, never for notices of this node. Returns a
   * function that unsubscribes.
   */
  onHead(listener: (account: number, head: number) => void): () => void;
  close(): Promise<void>;
}
