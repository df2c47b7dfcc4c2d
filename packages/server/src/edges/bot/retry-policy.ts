import type { RetryPolicy } from "../../delivery/index.ts";
import { fixedIntervals } from "../../delivery/schedule.ts";

/** Number of attempts of an event, and the time between their starts (BOT-050). */
export const maxEventAttempts = 3;
export const attemptIntervalMs = 3_000;
/**
 * Attempts of an event start at 0, 3 and 6 s and take at most 3 s each (BOT-050). The delivery log
 * keeps 8 KiB of the response (BOT-051).
 */
export const eventRetryPolicy: RetryPolicy = {
  timeoutMs: 3_000,
  maxReplyBytes: 256 * 1024,
  schedule: fixedIntervals(maxEventAttempts, attemptIntervalMs),
};

/** Test events have one attempt (BOT-087). */
export const testRetryPolicy: RetryPolicy = { ...eventRetryPolicy, schedule: fixedIntervals(1, 0) };

/** Time after a test event during which the bot's posts are accepted (BOT-090). */
export const testWindowMs = 60_000;

/** Time limit of a response to a bot (BOT-081). */
export const responseTimeoutMs = 2_900;
/**
 * Time during which a repeat is recognised if the first request had no response or a 500, 503 or
 * 504 (BOT-085).
 */
export const repeatWindowMs = 30_000;
/** Concurrent requests of this node. Further requests are answered 502 (BOT-081). */
export const maxConcurrentRequests = 2_000;

/**
 * BOT-032: lifetime of an access token without a valid `expires_in`, lead time of its renewal, and
 * time limit of a fetch.
 */
export const defaultTokenTtlMs = 3_600_000;
export const tokenRenewalLeadMs = 60_000;
export const tokenTimeoutMs = 3_000;
/** BOT-035: time during which the previous access token is accepted after its end. */
export const tokenOverlapMs = 30_000;

/**
 * Delay of the recheck of an invited chat after its invitation ends, if nothing else woke its lane.
 */
export const inviteRecheckDelayMs = 1_000;
