import type { RetryPolicy } from "../delivery/index.ts";
import { createFixedIntervalSchedule } from "../delivery/schedule.ts";

/** The visitor waits at the phone. After the last attempt: `provider_error`. */
export const callRetryPolicy: RetryPolicy = {
  timeoutMs: 10_000,
  maxReplyBytes: 64 * 1024,
  schedule: createFixedIntervalSchedule(3, 3_000),
};
