type HeadListener = (account: number, head: number) => void;
type MessageListener = (message: string, mark?: string) => void;

/** Listeners of one node's end of a bus. */
export class BusListeners {
  readonly #heads = new Set<HeadListener>();
  readonly #messages = new Map<string, Set<MessageListener>>();

  addHeadListener(listener: HeadListener): () => void {
    this.#heads.add(listener);
    return () => void this.#heads.delete(listener);
  }
  addMessageListener(topic: string, listener: MessageListener): () => void {
    const listeners = this.#messages.get(topic) ?? new Set();
    this.#messages.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  }
  emitHead(account: number, head: number): void {
    for (const listener of this.#heads) listener(account, head);
  }
  emitMessage(topic: string, message: string, mark?: string): void {
    for (const listener of this.#messages.get(topic) ?? []) listener(message, mark);
  }
}
