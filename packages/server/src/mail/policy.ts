import type { RetryPolicy } from "../delivery/index.ts";
import { backoff } from "../delivery/schedule.ts";

const minute = 60_000;
const hour = 60 * minute;

/**
 * Retries for a day and a half if the mail server is down or does not accept us yet, with the
 * pauses that mail servers expect. Each email has its own lane, so that none delays another.
 */
export const mailRetryPolicy: RetryPolicy = {
  timeoutMs: 20_000,
  maxReplyBytes: 8_192,
  schedule: backoff(
    [0, minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, 18 * hour],
    0.1,
  ),
};

/** Maximum concurrent emails of one node, because mail servers limit connections per client. */
export const maxConcurrentMails = 4;
/**
 * Emails about a waiting chat are sent for this long. After that the chat is in the list of missed
 * chats.
 */
export const missedChatMailTtlMs = 12 * hour;
