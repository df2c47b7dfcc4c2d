import { ApiError } from "./api-error.ts";
import type { Timers } from "./timers.ts";

const initialDelayMs = 1000;
const maxDelayMs = 30_000;

/** Doubles with each failure up to 30 s; half of it is random. `random`: from 0 to below 1. */
export function getBackoffMs(firstMs: number, failures: number, random: number): number {
  const full = Math.min(maxDelayMs, firstMs * 2 ** Math.min(failures, 10));
  return full / 2 + (full / 2) * random;
}

/** Returns true for each 4xx status except 401, 408, 425 and 429. */
export function isPermanentError(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 408, 425, 429].includes(error.status)
  );
}

/** Returns the `Retry-After` of an error in milliseconds, or null if it has none. */
export const getRetryAfterMs = (error: unknown): number | null =>
  error instanceof ApiError ? error.retryAfterMs : null;

export interface RetryScheduler<K> {
  /** Runs after the backoff, at least `atLeastMs`. Does nothing if a retry is scheduled. */
  schedule(key: K, atLeastMs: number | null, run: () => void): void;
  isWaiting(key: K): boolean;
  /** Clears failures and timer of a key. Called after success or when the action is cancelled. */
  reset(key: K): void;
  /** Cancels all timers. The failure counts are kept. */
  readonly cancelWaits: () => void;
}

/** Creates a scheduler of retries. It counts the failures of each key separately. */
export function createRetryScheduler<K>({
  timers,
  random,
}: {
  timers: Timers;
  random: () => number;
}): RetryScheduler<K> {
  const failures = new Map<K, number>();
  const waits = new Map<K, unknown>();
  return {
    schedule(key, atLeastMs, run) {
      if (waits.has(key)) return;
      const failureCount = failures.get(key) ?? 0;
      failures.set(key, failureCount + 1);
      const runWhenDue = () => {
        waits.delete(key);
        run();
      };
      waits.set(
        key,
        timers.set(
          runWhenDue,
          Math.max(atLeastMs ?? 0, getBackoffMs(initialDelayMs, failureCount, random())),
        ),
      );
    },
    isWaiting: (key) => waits.has(key),
    reset(key) {
      if (waits.has(key)) timers.clear(waits.get(key));
      waits.delete(key);
      failures.delete(key);
    },
    cancelWaits() {
      for (const timer of waits.values()) timers.clear(timer);
      waits.clear();
    },
  };
}
