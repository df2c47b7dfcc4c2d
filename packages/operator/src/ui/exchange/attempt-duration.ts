import type { Delivery } from "@parlour/protocol";
import { exchangeText as t } from "./text.ts";

/** Time limit of one attempt in ms (CH-081, BOT-050, WH-060, CORE-050, MODEL-001). */
const timeLimitsMs: Readonly<Record<Delivery["endpoint"]["kind"], number>> = {
  channel: 3_000,
  bot: 3_000,
  webhook: 15_000,
  push: 10_000,
  call: 10_000,
  mail: 20_000,
  model: 9_000,
  old_system: 10_000,
};
/** Attempts longer than this many ms count as slow. */
const slowAttemptMs = 500;

/** Returns the used share of the time limit (from 0 to 1), and whether it was slow. */
export function getLimitShare(
  kind: Delivery["endpoint"]["kind"],
  ms: number,
): { readonly share: number; readonly isSlow: boolean } {
  return { share: Math.min(1, ms / timeLimitsMs[kind]), isSlow: ms > slowAttemptMs };
}

/** Formats a duration as "84 ms" or "1.2 s". */
export function formatAttemptDuration(ms: number): string {
  return ms < 1_000
    ? t("took.ms", { n: Math.round(ms) })
    : t("took.s", { n: (ms / 1_000).toFixed(1) });
}
