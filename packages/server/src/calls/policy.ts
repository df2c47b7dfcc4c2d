import type { Policy } from "../delivery/index.ts";
import { burst } from "../delivery/schedule.ts";

/**
 * Three attempts within seconds, because the visitor waits at the phone. Then the call fails with
 * `provider_error`.
 */
export const callRetryPolicy: Policy = { timeoutMs: 10_000, maxReplyBytes: 64 * 1024, schedule: burst(3, 3_000) };
