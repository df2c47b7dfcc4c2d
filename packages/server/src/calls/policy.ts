import type { Policy } from "../delivery/index.ts";
import { burst } from "../delivery/schedule.ts";

/** A visitor waits at his telephone: three attempts within seconds, then the call has failed (`provider_error`). */
export const callPolicy: Policy = { timeoutMs: 10_000, maxReplyBytes: 64 * 1024, schedule: burst(3, 3_000) };
