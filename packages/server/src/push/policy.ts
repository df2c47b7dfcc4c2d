import type { RetryPolicy } from "../delivery/index.ts";
import { createFixedIntervalSchedule } from "../delivery/schedule.ts";

/** Lifetime of a notification in ms (product.md 4). It is dropped afterwards. */
export const pushTtlMs = 120_000;

/** Three attempts within the lifetime of a notification. Later ones help no visitor. */
export const pushRetryPolicy: RetryPolicy = {
  timeoutMs: 10_000,
  maxReplyBytes: 8_192,
  schedule: createFixedIntervalSchedule(3, 20_000),
};
