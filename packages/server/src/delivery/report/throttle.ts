import type { Clock } from "../../core/command.ts";

const maxKeys = 10_000;

/** Remembers when something was last done for a key. */
export interface Throttle {
  /** Returns whether the interval has passed since `mark`. */
  isDue(key: string): boolean;
  mark(key: string): void;
}

export function createThrottle(clock: Clock, intervalMs: number): Throttle {
  const markedAt = new Map<string, number>();
  return {
    isDue: (key) =>
      clock.monotonic() - (markedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= intervalMs,
    mark(key) {
      if (markedAt.size >= maxKeys) markedAt.clear();
      markedAt.set(key, clock.monotonic());
    },
  };
}
