import type { Clock } from "./clock.ts";

export interface Timer {
  /** Runs the task after `ms`. Replaces the task that waits. */
  set(ms: number, run: () => void): void;
  /** Cancels the task that waits, if any. */
  stop(): void;
}
export function createTimer(clock: Clock): Timer {
  let stop = (): void => undefined;
  return {
    set(ms, run) {
      stop();
      stop = clock.after(ms, run);
    },
    stop: () => stop(),
  };
}
