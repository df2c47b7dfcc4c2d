import type { RetryPolicy } from "../delivery/index.ts";
import { createFixedIntervalSchedule } from "../delivery/schedule.ts";

/**
 * Three attempts within seconds, because the visitor waits at the phone. After the last one the
 * call fails with `provider_error`.
 */
export const callRetryPolicy: RetryPolicy = {
  timeoutMs: 10_000,
  maxReplyBytes: 64 * 1024,
  schedule: createFixedIntervalSchedule(3, 3_000),
};
