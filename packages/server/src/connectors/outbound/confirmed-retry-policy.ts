import { createMessageRetryPolicy } from "./retry-policy.ts";

const second = 1_000;
const minute = 60 * second;

/**
 * Time that a request with an unknown result is not repeated, in milliseconds. A message that the
 * service accepted has a state within seconds, which shows that it must not be sent again (WA-041).
 */
export const confirmationWaitMs = 30 * second;

/**
 * Repeats a message for two hours, in its lane (WA-024). The states of the time in which the
 * process was dead arrive after its start.
 */
export const messageRetryPolicy = createMessageRetryPolicy({
  timeoutMs: 25 * second,
  maxReplyBytes: 256 * 1024,
  firstPausesMs: [
    0,
    5 * second,
    15 * second,
    30 * second,
    minute,
    2 * minute,
    5 * minute,
    10 * minute,
  ],
  later: { count: 7, pauseMs: 15 * minute },
  interruptedPauseMs: confirmationWaitMs,
});
