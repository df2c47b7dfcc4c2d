/**
 * Carries notices and messages between the nodes of an installation. Nothing that must not be lost
 * depends on it: both may be lost, and their receivers find out in another way.
 */
export interface MessageBus {
  /** Does not wait and does not throw. Messages of a node arrive in order, at most once. */
  publish(topic: string, message: string): void;
  /** Calls the listener for messages of other nodes. Returns a function that unsubscribes. */
  subscribe(topic: string, listener: (message: string) => void): () => void;
}

export interface Bus extends MessageBus {
  /**
   * Announces a head to the other nodes: the journal of this account has reached at least this
   * position. Does not wait and does not throw. A newer head of an account replaces one that is not
   * sent yet. Polling finds the entries of a lost notice (journal.md 3).
   */
  announce(account: number, head: number): void;
  /**
   * Calls the listener for notices of other nodes, never for notices of this node. Notices may be
   * repeated or late. Returns a function that unsubscribes.
   */
  onHead(listener: (account: number, head: number) => void): () => void;
  close(): Promise<void>;
}

/**
 * A bus whose messages can have a mark. A bus that also sends messages another way recognizes by
 * the mark what it has already received. Receivers without marks ignore it.
 */
export interface MarkedBus extends Bus {
  publish(topic: string, message: string, mark?: string): void;
  subscribe(topic: string, listener: (message: string, mark?: string) => void): () => void;
}
