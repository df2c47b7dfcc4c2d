import type { RetryPolicy } from "../delivery/index.ts";
import { createFixedIntervalSchedule } from "../delivery/schedule.ts";

const maxAttempts = 3;
const attemptIntervalMs = 3_000;
/** All attempts of a message end within this time from the first start, as those of BOT-050. */
export const turnLimitMs = 9_000;

/**
 * Attempts of an agent start at 0, 3 and 6 s like requests to a bot, but each may take until the
 * end: a model needs more time than a server (AGENT-041).
 */
export const agentRetryPolicy: RetryPolicy = {
  timeoutMs: turnLimitMs,
  maxReplyBytes: 256 * 1024,
  schedule: createFixedIntervalSchedule(maxAttempts, attemptIntervalMs),
};
