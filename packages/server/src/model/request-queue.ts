import type { Clock } from "../core/command.ts";

/** A request that waits until another one of its account ends. */
interface Waiter {
  /** Whether a request ended while this one was not paused. */
  isWoken: boolean;
  resume: (() => void) | null;
}
/** Time in ms after which a request tries again, because requests of other nodes end unseen. */
const retryMs = 250;

/**
 * The requests of agents that wait for one of `parallel_requests`, oldest first (MODEL-089). It is
 * of this node: the database decides whether a request may start.
 */
export class RequestQueue {
  readonly #waiting = new Map<number, Waiter[]>();
  readonly #clock: Clock;
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Calls `tryStart` in the order of arrival until it returns a result, or until `endAt` or the
   * signal: then returns null.
   */
  async run<R>(
    account: number,
    { endAt, signal }: { readonly endAt: number; readonly signal: AbortSignal | undefined },
    tryStart: () => Promise<R | null>,
  ): Promise<R | null> {
    const waiter: Waiter = { isWoken: false, resume: null };
    const line = this.#waiting.get(account) ?? [];
    this.#waiting.set(account, line);
    line.push(waiter);
    try {
      while (this.#clock.now() < endAt && signal?.aborted !== true) {
        const started = line[0] === waiter ? await tryStart() : null;
        if (started !== null) return started;
        await this.#pause(waiter, signal);
      }
      return null;
    } finally {
      line.splice(line.indexOf(waiter), 1);
      if (line.length === 0) this.#waiting.delete(account);
      this.wake(account);
    }
  }

  /** Lets the oldest request of the account try again. Call it when one has ended. */
  wake(account: number): void {
    const first = this.#waiting.get(account)?.[0];
    if (first === undefined) return;
    first.isWoken = true;
    first.resume?.();
  }

  async #pause(waiter: Waiter, signal: AbortSignal | undefined): Promise<void> {
    if (!waiter.isWoken)
      await new Promise<void>((resolve) => {
        const end = (): void => {
          cancel();
          signal?.removeEventListener("abort", end);
          resolve();
        };
        const cancel = this.#clock.scheduleAt(this.#clock.now() + retryMs, end);
        signal?.addEventListener("abort", end);
        waiter.resume = end;
      });
    waiter.isWoken = false;
    waiter.resume = null;
  }
}
