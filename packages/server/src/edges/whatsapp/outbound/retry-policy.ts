import type { RetryPolicy, RetrySchedule } from "../../../delivery/index.ts";
import { createBackoffSchedule } from "../../../delivery/schedule.ts";

const second = 1_000;
const minute = 60 * second;

/**
 * Time that a request with an unknown result is not repeated, in milliseconds. A message that the
 * service accepted has a state within seconds, which shows that it must not be sent again (WA-041).
 */
export const confirmationWaitMs = 30 * second;

/** Repeats a message for two hours, in its lane (WA-024). */
const backoff = createBackoffSchedule(
  [
    0,
    5 * second,
    15 * second,
    30 * second,
    minute,
    2 * minute,
    5 * minute,
    10 * minute,
    ...Array.from({ length: 7 }, () => 15 * minute),
  ],
  0.1,
  { isOrdered: true },
);
const schedule: RetrySchedule = {
  ...backoff,
  /** The states of the time in which the process was dead arrive after its start. */
  afterInterruption: (ended, last, now) => ({
    ...backoff.afterInterruption(ended, last, now),
    dueAt: now + confirmationWaitMs,
  }),
};

export const messageRetryPolicy: RetryPolicy = {
  timeoutMs: 25 * second,
  maxReplyBytes: 256 * 1024,
  schedule,
};
