import type { Policy } from "../delivery/index.ts";
import { burst } from "../delivery/schedule.ts";

/** How long a notice is of use (product.md 4): push services drop it then, and so do we. */
export const liveMs = 120_000;

/** A few attempts inside that life; what did not get through by then is late for a chat that waits. */
export const policy: Policy = { timeoutMs: 10_000, maxReplyBytes: 8_192, schedule: burst(3, 20_000) };
