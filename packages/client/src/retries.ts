import { ApiError } from "./api-error.ts";
import type { Timers } from "./socket.ts";

const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** Milliseconds before the next try: doubling with each failure, 30 s at most, half of it by chance. `random`: 0 ≤ x < 1. */
export function scatteredDelay(firstMs: number, failures: number, random: number): number {
  const full = Math.min(longestDelayMs, firstMs * 2 ** Math.min(failures, 10));
  return full / 2 + (full / 2) * random;
}

/** A 4xx says no for good. No answer, 5xx, 401 (sign in again) and 429 may still become a yes: the outcome is unknown or later. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status);
}

/** How long the server asks to be left alone, ms; null: it did not say, or did not answer. */
export const retryAfterOf = (error: unknown): number | null => (error instanceof ApiError ? error.retryAfterMs : null);

export interface Retries<K> {
  /** Runs later, and not before `atLeastMs`; nothing while the key waits already. */
  wait(key: K, atLeastMs: number | null, run: () => void): void;
  isWaiting(key: K): boolean;
  /** It succeeded, or nobody wants it any more: the next failure is the first. */
  forget(key: K): void;
  /** What waits is free to go now; failures still count. */
  readonly stopWaiting: () => void;
}

/** Waits between the tries of several things, each by its own failures. */
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
