import { mail } from "@parlour/protocol/entity/channel-kinds/kinds";
import type { RetryPolicy } from "../../../delivery/index.ts";
import { createBackoffSchedule } from "../../../delivery/schedule.ts";

const minute = 60_000;

/** Time in ms within which answers of one conversation are sent in one mail (MAIL-062). */
export const mergeWindowMs = mail.merge_seconds * 1_000;
/** Maximum number of messages of one mail. */
export const maxMergedMessages = 20;

/**
 * Pauses before the first attempts. After that, an attempt every 30 minutes, for 36 hours in all.
 */
const firstPausesMs = [0, 15_000, minute, 5 * minute, 15 * minute];
const laterPauses = 72;
const laterPauseMs = 30 * minute;

/**
 * Retries for a day and a half, as mail servers do, because the server may be down or may not
 * accept the mail yet. Later messages of the conversation wait for earlier ones (MAIL-063).
 */
export const answerRetryPolicy: RetryPolicy = {
  timeoutMs: 20_000,
  maxReplyBytes: 8_192,
  schedule: createBackoffSchedule(
    [...firstPausesMs, ...Array.from({ length: laterPauses }, () => laterPauseMs)],
    0.1,
    { isOrdered: true },
  ),
};
