import type { RetryPolicy } from "../delivery/index.ts";
import { createBackoffSchedule } from "../delivery/schedule.ts";

const minute = 60_000;
const hour = 60 * minute;

/**
 * Retries for a day and a half, because the mail server may be down or may not accept the email
 * yet. The pauses are those that mail servers expect. Each email has a lane of its own, so no email
 * delays another.
 */
export const mailRetryPolicy: RetryPolicy = {
  timeoutMs: 20_000,
  maxReplyBytes: 8_192,
  schedule: createBackoffSchedule(
    [0, minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, 18 * hour],
    0.1,
  ),
};

/** Maximum number of concurrent emails of a node, because mail servers limit connections. */
export const maxConcurrentMails = 4;
/**
 * Time after which an email about a waiting chat is no longer sent. The chat is then in the list of
 * missed chats.
 */
export const missedChatMailTtlMs = 12 * hour;
/**
 * Minimum time in ms between two emails about waiting chats to one operator, if the step of the
 * escalation is shorter or switched off (CORE-365).
 */
export const minWaitingMailIntervalMs = minute;
/** Time in ms within which answers to a visitor of another channel are sent in one email. */
export const answerMergeMs = minute;
