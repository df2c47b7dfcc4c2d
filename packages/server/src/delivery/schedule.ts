import type { DeliveryState, Outcome } from "../core/entity.ts";
import type { Policy, Verdict } from "./outbound.ts";

/** When attempts start and what follows them. Pure; every time is milliseconds since 1970. */

export interface Series {
  /** Start of the series; null before its first attempt. */
  readonly anchorAt: number | null;
  /** Ended attempts. */
  readonly attempts: number;
}
export interface Next {
  readonly state: DeliveryState;
  readonly dueAt: number | null;
  readonly anchorAt: number;
}

/** Lateness that still counts as on time. */
const graceMs = 500;
/** An attempt that a crash cut off is repeated, also as the last one (CH-087); this often at most, should the message itself be what ends us. */
const mostInterrupted = 3;

/** The anchor for an attempt that starts at `now`: moved when the start is late, so that the remaining ones keep their distance (CH-087). */
export function anchorFor(series: Series, now: number, policy: Policy): number {
  if (series.anchorAt === null) return now;
  const sinceAnchor = Math.min(series.attempts, policy.attempts - 1) * policy.spacingMs;
  return now - (series.anchorAt + sinceAnchor) > graceMs ? now - sinceAnchor : series.anchorAt;
}

/** Whether no attempt is left: what remains is the failure event. */
export function isExhausted(attempts: number, last: Outcome | null, policy: Policy): boolean {
  if (attempts < policy.attempts) return false;
  return last !== "interrupted" || attempts >= policy.attempts + mostInterrupted;
}

/** What follows an attempt that ended at `now`; `attempts` counts it. */
export function afterAttempt(
  ended: { readonly anchorAt: number; readonly attempts: number },
  means: Verdict["means"],
  now: number,
  policy: Policy,
): Next {
  const { anchorAt, attempts } = ended;
  if (means === "delivered") return { state: "delivered", dueAt: null, anchorAt };
  if (means === "final") return { state: "failed", dueAt: null, anchorAt };
  if (attempts < policy.attempts) return { state: "pending", dueAt: Math.max(now, anchorAt + attempts * policy.spacingMs), anchorAt };
  const endAt = anchorAt + policy.unavailableAtMs;
  if (means === "unavailable" && now < endAt) return { state: "pending", dueAt: endAt, anchorAt };
  return { state: "failed", dueAt: null, anchorAt };
}

/** What follows an attempt that a crash cut off: the next at once when it is due, else at its time. */
export function afterInterruption(ended: { readonly anchorAt: number; readonly attempts: number }, now: number, policy: Policy): Next {
  const place = Math.min(ended.attempts, policy.attempts - 1);
  return { state: "pending", dueAt: Math.max(now, ended.anchorAt + place * policy.spacingMs), anchorAt: ended.anchorAt };
}
