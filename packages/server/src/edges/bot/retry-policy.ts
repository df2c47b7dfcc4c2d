import type { RetryPolicy } from "../../delivery/index.ts";
import { createFixedIntervalSchedule } from "../../delivery/schedule.ts";

/** Maximum number of attempts of an event, and the time between their starts in ms (BOT-050). */
const maxEventAttempts = 3;
const attemptIntervalMs = 3_000;
/**
 * Attempts of an event start at 0, 3 and 6 s and take at most 3 s each (BOT-050). The delivery log
 * keeps 8 KiB of the response (BOT-051).
 */
export const eventRetryPolicy: RetryPolicy = {
  timeoutMs: 3_000,
  maxReplyBytes: 256 * 1024,
  schedule: createFixedIntervalSchedule(maxEventAttempts, attemptIntervalMs),
};

/** Test events have one attempt (BOT-087). */
export const testRetryPolicy: RetryPolicy = {
  ...eventRetryPolicy,
  schedule: createFixedIntervalSchedule(1, 0),
};

/** Time in ms after a test event during which the posts of the bot are accepted (BOT-090). */
export const testWindowMs = 60_000;

/** Time limit of a response to a bot, in ms (BOT-081). */
export const responseTimeoutMs = 2_900;
/** Time in ms to recognise repeats after no response, or 500, 503 or 504 (BOT-085). */
export const repeatWindowMs = 30_000;
/** Maximum number of concurrent requests of this node. Further requests receive 502 (BOT-081). */
export const maxConcurrentRequests = 2_000;

/**
 * Times of access tokens in ms (BOT-032): lifetime without a valid `expires_in`, lead time of a
 * renewal, and time limit of a fetch.
 */
export const defaultTokenTtlMs = 3_600_000;
export const tokenRenewalLeadMs = 60_000;
export const tokenTimeoutMs = 3_000;
/**
 * Time in ms during which the previous access token is still accepted after its expiry (BOT-035).
 */
export const tokenOverlapMs = 30_000;

/** Delay in ms between the end of an invitation and the recheck of its chat. */
export const inviteRecheckDelayMs = 1_000;
