import type { DeliveryState, Outcome } from "../core/entity.ts";
import type { Verdict } from "./outbound.ts";

/** When attempts start and what follows them. Pure; every time is milliseconds since 1970. */
export interface Schedule {
  /** What a series without success ends as (CORE-050). */
  readonly ends: "failed" | "dead";
  /** The anchor for an attempt that starts at `now`. */
  anchorFor(series: Series, now: number): number;
  /** Whether no attempt is left: what remains is to say so. */
  isExhausted(attempts: number, last: Outcome | null): boolean;
  /** What follows an attempt that ended at `now`. */
  after(ended: EndedAttempt, verdict: Pick<Verdict, "means" | "earlier" | "notBeforeMs">, now: number): Next;
  /** What follows an attempt that a crash cut off: it counts, but never as the last word. */
  afterInterruption(ended: EndedAttempt, now: number): Next;
}

export interface Series {
  /** Start of the series; null before its first attempt. */
  readonly anchorAt: number | null;
  /** Ended attempts. */
  readonly attempts: number;
}
export interface EndedAttempt {
  /** Of the delivery. */
  readonly id: number;
  readonly anchorAt: number;
  /** Counts this one. */
  readonly attempts: number;
  readonly startedAt: number;
}
export interface Next {
  readonly state: DeliveryState;
  readonly dueAt: number | null;
  readonly anchorAt: number;
  /** It goes on in a lane of its own, so that it holds back nothing else any longer (WH-064). */
  readonly alone?: true;
}

/** Lateness that still counts as on time. */
const graceMs = 500;
/** An attempt that a crash cut off is repeated, also as the last one (CH-087); this often at most, should the message itself be what ends us. */
const mostInterrupted = 3;
/** WH-064: how long a delivery may hold back later ones. */
const aloneAfterMs = 6 * 60_000;
/** WH-061. */
const mostRetryAfterMs = 24 * 3_600_000;

/**
 * A few attempts at fixed distances from the start of the series (CH-081, BOT-050); it ends `failed`. Late starts move the anchor, so that the
 * remaining attempts keep their distance (CH-087). `unavailableAtMs`: a series whose last attempt found the server unavailable ends that long
 * after its start (CH-084); 0: at once.
 */
export function burst(attempts: number, spacingMs: number, unavailableAtMs = 0): Schedule {
  const placeOf = (ended: number): number => Math.min(ended, attempts - 1) * spacingMs;
  return {
    ends: "failed",
    isExhausted: (ended, last) => isUsedUp(ended, attempts, last),
    anchorFor(series, now) {
      if (series.anchorAt === null) return now;
      const sinceAnchor = placeOf(series.attempts);
      return now - (series.anchorAt + sinceAnchor) > graceMs ? now - sinceAnchor : series.anchorAt;
    },
    after({ anchorAt, attempts: ended }, { means, earlier }, now) {
      if (means === "delivered") return { state: "delivered", dueAt: null, anchorAt };
      if (means === "final") return { state: "failed", dueAt: null, anchorAt };
      if (ended < attempts) return { state: "pending", dueAt: earlier ? now : Math.max(now, anchorAt + ended * spacingMs), anchorAt };
      const endAt = anchorAt + unavailableAtMs;
      if (means === "unavailable" && now < endAt) return { state: "pending", dueAt: endAt, anchorAt };
      return { state: "failed", dueAt: null, anchorAt };
    },
    // At its own time, which may be past.
    afterInterruption: ({ anchorAt, attempts: ended }, now) => ({
      state: "pending",
      dueAt: Math.max(now, anchorAt + placeOf(ended)),
      anchorAt,
    }),
  };
}

/**
 * Attempts after growing pauses, each counted from the end of the attempt before (WH-061); it ends `dead`. `delaysMs`: one for each attempt,
 * the first is 0. Each pause is varied by up to `jitter` of it, by delivery and attempt, so that a restart finds the same times.
 */
export function series(delaysMs: readonly number[], jitter: number): Schedule {
  const pauseBefore = (id: number, ended: number): number => Math.round((delaysMs[ended] ?? 0) * (1 + jitter * spread(id, ended)));
  const waiting = (anchorAt: number, dueAt: number): Next => ({
    state: "pending",
    dueAt,
    anchorAt,
    ...(dueAt - anchorAt > aloneAfterMs ? { alone: true } : {}),
  });
  return {
    ends: "dead",
    isExhausted: (ended, last) => isUsedUp(ended, delaysMs.length, last),
    anchorFor: ({ anchorAt }, now) => anchorAt ?? now,
    after({ id, anchorAt, attempts }, { means, earlier, notBeforeMs }, now) {
      if (means === "delivered") return { state: "delivered", dueAt: null, anchorAt };
      if (means === "final" || attempts >= delaysMs.length) return { state: "dead", dueAt: null, anchorAt };
      if (earlier) return waiting(anchorAt, now);
      return waiting(anchorAt, now + Math.max(pauseBefore(id, attempts), Math.min(notBeforeMs ?? 0, mostRetryAfterMs)));
    },
    // Nobody knows when it ended: counted from its start.
    afterInterruption: ({ id, anchorAt, attempts, startedAt }, now) =>
      waiting(anchorAt, Math.max(now, startedAt + pauseBefore(id, attempts))),
  };
}

function isUsedUp(ended: number, attempts: number, last: Outcome | null): boolean {
  if (ended < attempts) return false;
  return last !== "interrupted" || ended >= attempts + mostInterrupted;
}

/** Evenly from -1 to 1, always the same for the same delivery and attempt (a 32-bit mixer). */
function spread(id: number, attempt: number): number {
  let x = (id ^ Math.floor(id / 0x1_0000_0000) ^ Math.imul(attempt, 0x9e37_79b9)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0_aaad) >>> 0;
  x = Math.imul(x ^ (x >>> 15), 0x735a_2d97) >>> 0;
  x = (x ^ (x >>> 15)) >>> 0;
  return x / 0x7fff_ffff - 1;
}
