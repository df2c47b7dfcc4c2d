import { ApiError } from "./api-error.ts";

/** An update as the Bot API sends it. */
export interface TelegramUpdate {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}
/** A request of getUpdates that waits for an update. */
interface Poll {
  readonly limit: number;
  readonly end: (updates: readonly TelegramUpdate[]) => void;
  readonly fail: (error: ApiError) => void;
}
export interface PollOptions {
  readonly offset: number;
  readonly limit: number;
  /** Maximum wait in seconds. 0 answers immediately. */
  readonly timeoutS: number;
  /** Aborted when the client closes the connection. */
  readonly signal: AbortSignal;
}

/** Not confirmed yet, by a higher `offset` of getUpdates or by 2xx of the webhook. */
export class UpdateQueue {
  /** Unconfirmed updates in the order in which they are sent. */
  readonly pending: TelegramUpdate[] = [];
  #poll: Poll | null = null;
  #isReversed = false;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Adds an update. A waiting getUpdates receives it immediately. */
  add(update: TelegramUpdate): void {
    this.pending.push(update);
    this.#answerPoll();
    this.#onChange();
  }

  remove(update: TelegramUpdate): void {
    const index = this.pending.indexOf(update);
    if (index >= 0) this.pending.splice(index, 1);
    this.#onChange();
  }

  clear(): void {
    this.pending.length = 0;
  }

  /** Sends the updates of the next answer in reverse order. */
  reverseNext(): void {
    this.#isReversed = true;
  }

  /**
   * Returns the updates from `offset` on and confirms those below it. Waits for the first update. A
   * second request ends the first one with 409, as the Bot API does.
   */
  poll({ offset, limit, timeoutS, signal }: PollOptions): Promise<readonly TelegramUpdate[]> {
    this.endPoll(
      "terminated by other getUpdates request; make sure that only one bot instance is running",
    );
    const remaining = this.pending.filter((update) => update.update_id >= offset);
    this.pending.splice(0, this.pending.length, ...remaining);
    if (remaining.length > 0 || timeoutS === 0) return Promise.resolve(this.#take(limit));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => poll.end([]), timeoutS * 1_000);
      const settle = (): void => {
        clearTimeout(timer);
        if (this.#poll === poll) this.#poll = null;
      };
      const poll: Poll = {
        limit,
        end(updates) {
          settle();
          resolve(updates);
        },
        fail(error) {
          settle();
          reject(error);
        },
      };
      signal.addEventListener("abort", () => poll.end([]), { once: true });
      this.#poll = poll;
      this.#onChange();
    });
  }

  get isPolled(): boolean {
    return this.#poll !== null;
  }

  /** Ends a waiting getUpdates with 409. */
  endPoll(reason: string): void {
    this.#poll?.fail(new ApiError(409, `Conflict: ${reason}`));
  }

  /** Ends a waiting getUpdates without an update. */
  close(): void {
    this.#poll?.end([]);
  }

  #answerPoll(): void {
    const poll = this.#poll;
    if (poll !== null) poll.end(this.#take(poll.limit));
  }

  #take(limit: number): readonly TelegramUpdate[] {
    const taken = this.pending.slice(0, limit);
    const isReversed = this.#isReversed;
    this.#isReversed = false;
    return isReversed ? taken.toReversed() : taken;
  }
}
