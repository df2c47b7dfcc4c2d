import { evictOldest } from "../core/bounded-map.ts";

/** Maximum number of senders whose last number is stored. The oldest is dropped. */
const maxSenders = 64;

/** Drops second copies from two engines. Each sender numbers its messages upwards. */
export class MessageNumbers {
  readonly #last = new Map<string, number>();

  /** Returns whether the message is new. Messages older than the last one are not. */
  accept(sender: string, n: number): boolean {
    if (n <= (this.#last.get(sender) ?? 0)) return false;
    // The sender moves to the end, as the most recent one.
    this.#last.delete(sender);
    this.#last.set(sender, n);
    evictOldest(this.#last, maxSenders);
    return true;
  }
}
