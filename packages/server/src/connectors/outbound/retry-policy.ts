import type { RetryPolicy } from "../../delivery/index.ts";
import { createBackoffSchedule } from "../../delivery/schedule.ts";

interface MessageRetries {
  /** Time limit of an attempt, which must end before the lease of its lane, 30 s. */
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  /** Pauses before the first attempts, and the same pause before each of some later ones. */
  readonly firstPausesMs: readonly number[];
  readonly later: { readonly count: number; readonly pauseMs: number };
}

/**
 * Creates a policy that repeats a message while its service is unavailable. Later messages of the
 * chat wait for it.
 */
export function createMessageRetryPolicy(retries: MessageRetries): RetryPolicy {
  const { timeoutMs, maxReplyBytes, firstPausesMs, later } = retries;
  const laterPausesMs = Array.from({ length: later.count }, () => later.pauseMs);
  return {
    timeoutMs,
    maxReplyBytes,
    schedule: createBackoffSchedule([...firstPausesMs, ...laterPausesMs], 0.1, { isOrdered: true }),
  };
}
