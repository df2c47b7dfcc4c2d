import type { Policy } from "../../delivery/index.ts";
import { burst } from "../../delivery/schedule.ts";

/** Attempts of an event, and their distance from start to start (BOT-050). */
export const botAttempts = 3;
export const botSpacingMs = 3_000;
/** Attempts of an event: 0, 3 and 6 s, 3 s each; 8 KiB of the answer are kept, more is not read (BOT-050, BOT-051). */
export const botPolicy: Policy = { timeoutMs: 3_000, maxReplyBytes: 256 * 1024, schedule: burst(botAttempts, botSpacingMs) };

/** Test events: one attempt (BOT-087). */
export const botOncePolicy: Policy = { ...botPolicy, schedule: burst(1, 0) };

/** BOT-090: how long a test accepts what the bot posts. */
export const testOpenMs = 60_000;

/** BOT-081: an answer goes out within this time of the request. */
export const answerWithinMs = 2_900;
/** BOT-085: how long a request that was never answered, or answered 500, 503 or 504, is recognised when it comes again. */
export const repeatMs = 30_000;
/** Requests under way at once on this node; beyond it 502 (BOT-081). */
export const mostUnderWay = 2_000;

/** BOT-032: life of an access token without a sensible `expires_in`; how early it is renewed; limit of a fetch. */
export const tokenLifeMs = 3_600_000;
export const tokenLeadMs = 60_000;
export const tokenTimeoutMs = 3_000;
/** BOT-035: how long the previous access token is taken beyond its end. */
export const tokenGraceMs = 30_000;

/** An invited chat is looked at again this long after the invitation's end, should nothing else have woken its lane. */
export const afterInviteMs = 1_000;
