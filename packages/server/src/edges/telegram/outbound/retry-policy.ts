import { createMessageRetryPolicy } from "../../../connectors/outbound/retry-policy.ts";

const second = 1_000;
const minute = 60 * second;

/** Repeats a message for half a day if Telegram is unavailable (TG-040). */
export const telegramRetryPolicy = createMessageRetryPolicy({
  timeoutMs: 25 * second,
  maxReplyBytes: 64 * 1024,
  firstPausesMs: [0, 2 * second, 5 * second, 15 * second, 30 * second, minute, 2 * minute],
  later: { count: 144, pauseMs: 5 * minute },
});
