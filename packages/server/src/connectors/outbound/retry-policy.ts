import type { RetryPolicy } from "../../delivery/index.ts";
import { createBackoffSchedule } from "../../delivery/schedule.ts";

interface MessageRetries {
  /** Time limit of an attempt, which must end before the lease of its lane, 30 s. */
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  /** Pauses before the first attempts, and the same pause before each of some later ones. */
  readonly firstPausesMs: readonly number[];
  readonly later: { readonly count: number; readonly pauseMs: number };
  /**
   * Pause after an attempt that the end of the process interrupted, in which the service or the
   * customer may show that the message arrived. Absent: that of the schedule.
   */
  readonly interruptedPauseMs?: number;
}

/**
 * Creates a policy that repeats a message while its service is unavailable. Later messages of the
 * chat wait for it.
 */
export function createMessageRetryPolicy(retries: MessageRetries): RetryPolicy {
  const { timeoutMs, maxReplyBytes, firstPausesMs, later, interruptedPauseMs } = retries;
  const laterPausesMs = Array.from({ length: later.count }, () => later.pauseMs);
  const pausesMs = [...firstPausesMs, ...laterPausesMs];
  const schedule = createBackoffSchedule(pausesMs, 0.1, { isOrdered: true });
  if (interruptedPauseMs === undefined) return { timeoutMs, maxReplyBytes, schedule };
  return {
    timeoutMs,
    maxReplyBytes,
    schedule: {
      ...schedule,
      afterInterruption: (ended, last, now) => ({
        ...schedule.afterInterruption(ended, last, now),
        dueAt: now + interruptedPauseMs,
      }),
    },
  };
}
