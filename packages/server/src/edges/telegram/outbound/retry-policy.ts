import type { RetryPolicy } from "../../../delivery/index.ts";
import { createBackoffSchedule } from "../../../delivery/schedule.ts";

const second = 1_000;
const minute = 60 * second;
/** Pauses before the first attempts. */
const firstPausesMs = [0, 2 * second, 5 * second, 15 * second, 30 * second, minute, 2 * minute];
/** After that, an attempt every 5 minutes. All attempts together take about 12 hours. */
const laterPauses = 144;
const laterPauseMs = 5 * minute;

/**
 * Repeats a message for half a day if Telegram is unavailable, and keeps the order of the chat
 * meanwhile (TG-040). An attempt ends before the lease of its lane, which is 30 s.
 */
export const telegramRetryPolicy: RetryPolicy = {
  timeoutMs: 25 * second,
  maxReplyBytes: 64 * 1024,
  schedule: createBackoffSchedule(
    [...firstPausesMs, ...Array.from({ length: laterPauses }, () => laterPauseMs)],
    0.1,
    { isOrdered: true },
  ),
};
