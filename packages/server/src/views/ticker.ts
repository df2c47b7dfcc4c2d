import type { Clock } from "../core/command.ts";

/** Minimum time between two ticks. */
export const tickMs = 1_000;

/** Calls a function when it was woken, at most once per second. */
export class Ticker {
  readonly #clock: Clock;
  readonly #run: () => Promise<void>;
  #cancel: (() => void) | null = null;
  #alarmAt = Infinity;
  #tickedAt = -Infinity;
  #running: Promise<void> = Promise.resolve();

  constructor(clock: Clock, run: () => Promise<void>) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Ticks at a time in ms since 1970, or as soon as the last tick allows. Infinity: never. */
  wake(time = 0): void {
    const at = Math.max(time, this.#tickedAt + tickMs);
    if (at >= this.#alarmAt) return;
    this.#cancel?.();
    this.#alarmAt = at;
    this.#cancel = this.#clock.scheduleAt(Math.max(at, this.#clock.now()), () => {
      this.#alarmAt = Infinity;
      this.#tickedAt = this.#clock.now();
      this.#running = this.#run();
    });
  }
  /** Resolves when the latest tick has ended. */
  settle(): Promise<void> {
    return this.#running;
  }
  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#alarmAt = Infinity;
  }
}
