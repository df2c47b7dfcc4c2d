import { ApiError } from "./api-error.ts";
import type { Timers } from "./socket.ts";

const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/**
 * Returns the milliseconds before the next attempt. The delay doubles with each failure, is at most
 * 30 s, and half of it is random. `random`: 0 ≤ x < 1.
 */
export function scatteredDelay(firstMs: number, failures: number, random: number): number {
  const full = Math.min(longestDelayMs, firstMs * 2 ** Math.min(failures, 10));
  return full / 2 + (full / 2) * random;
}

/**
 * Returns true if another attempt cannot succeed: a 4xx status except 401, 408, 425 and 429. No
 * response and 5xx are not permanent.
 */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status);
}

/** Returns the `Retry-After` of an error in milliseconds, or null if it has none. */
export const retryAfterOf = (error: unknown): number | null => (error instanceof ApiError ? error.retryAfterMs : null);

export interface Retries<K> {
  /**
   * Runs `run` after the backoff, at the earliest after `atLeastMs`. Does nothing if the key
   * already waits.
   */
  wait(key: K, atLeastMs: number | null, run: () => void): void;
  isWaiting(key: K): boolean;
  /** Clears the failures and the timer of a key, after success or when the work is cancelled. */
  forget(key: K): void;
  /** Cancels all timers. Failure counts stay. */
  readonly stopWaiting: () => void;
}

/** Creates a scheduler of retries. Each key has its own failure count. */
export function createRetries<K>({ timers, random }: { timers: Timers; random: () => number }): Retries<K> {
  const failures = new Map<K, number>();
  const waits = new Map<K, unknown>();
  return {
    wait(key, atLeastMs, run) {
      if (waits.has(key)) return;
      const count = failures.get(key) ?? 0;
      failures.set(key, count + 1);
      const due = () => {
        waits.delete(key);
        run();
      };
      waits.set(key, timers.set(due, Math.max(atLeastMs ?? 0, scatteredDelay(firstDelayMs, count, random()))));
    },
    isWaiting: (key) => waits.has(key),
    forget(key) {
      if (waits.has(key)) timers.clear(waits.get(key));
      waits.delete(key);
      failures.delete(key);
    },
    stopWaiting() {
      for (const timer of waits.values()) timers.clear(timer);
      waits.clear();
    },
  };
}
