import type { RetryPolicy } from "../delivery/index.ts";
import { fixedIntervals } from "../delivery/schedule.ts";

/** How long a notification is useful (product.md 4). Push services and Parlour then drop it. */
export const pushTtlMs = 120_000;

/** Three attempts within that time. Later attempts would be too late for a waiting chat. */
export const pushRetryPolicy: RetryPolicy = {
  timeoutMs: 10_000,
  maxReplyBytes: 8_192,
  schedule: fixedIntervals(3, 20_000),
};
