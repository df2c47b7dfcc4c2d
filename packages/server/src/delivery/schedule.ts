import type { DeliveryState, Outcome } from "../core/entity.ts";
import type { AttemptMeaning } from "./attempt/attempt-outcome.ts";

/** Decides when attempts start and what follows. Pure. Times are in ms since 1970. */
export interface RetrySchedule {
  /** Final state of a delivery whose attempts all failed (CORE-050). */
  readonly ends: "failed" | "dead";
  /** Returns the start from which the attempts are timed, if an attempt starts at `now`. */
  anchorFor(backoff: AttemptSeries, now: number): number;
  /** Returns whether no attempt is left, so that only the final failure must be reported. */
  isExhausted(attempts: number, last: Outcome | null): boolean;
  /** Returns the next step after an attempt that ended at `now`. */
  after(ended: FinishedAttempt, verdict: AttemptMeaning, now: number): NextAttemptStep;
  /** Returns the step after an interruption, never the failure. `last`: outcome before it. */
  afterInterruption(
    ended: FinishedAttempt,
    last: Outcome | null,
    now: number,
  ): NextAttemptStep & { readonly isRepeated?: true };
}

/** The attempts of a delivery since it was created or last replayed. */
interface AttemptSeries {
  /** Start from which the attempts are timed, or null before the first attempt. */
  readonly anchorAt: number | null;
  readonly attempts: number;
}
/** An attempt that has ended, and its number among the attempts of the delivery. */
interface FinishedAttempt {
  readonly id: number;
  readonly anchorAt: number;
  /** Number of finished attempts, including this one. */
  readonly attempts: number;
  readonly startedAt: number;
}
/** State of the delivery after an attempt, and the time of the next one. */
interface NextAttemptStep {
  readonly state: DeliveryState;
  readonly dueAt: number | null;
  readonly anchorAt: number;
  /** Whether it continues in a lane of its own and delays no other delivery (WH-064). */
  readonly alone?: true;
}

/** Maximum delay of a start that still counts as on time, in milliseconds. */
const latenessToleranceMs = 500;
/**
 * Maximum number of additional attempts after interruptions. An interrupted attempt is repeated
 * even if it was the last one (CH-087). The limit stops a message that crashes the process itself.
 */
const maxInterruptedAttempts = 3;
/** Maximum time for which a delivery may delay later ones (WH-064). */
const ownLaneAfterMs = 6 * 60_000;
/** Maximum delay that a `Retry-After` can request (WH-061). */
const maxRetryAfterMs = 24 * 3_600_000;

/**
 * Creates a schedule with attempts at fixed intervals from the first start (CH-081, BOT-050). The
 * final state is `failed`. A late start moves the anchor, so that the remaining attempts keep their
 * intervals (CH-087). `unavailableAtMs`: time from the anchor to the final failure if the last
 * attempt found the server unavailable (CH-084). 0 means immediately.
 */
export function createFixedIntervalSchedule(
  maxAttempts: number,
  spacingMs: number,
  unavailableAtMs = 0,
): RetrySchedule {
  const offsetFor = (finished: number): number => Math.min(finished, maxAttempts - 1) * spacingMs;
  return {
    ends: "failed",
    isExhausted: (finished, last) => hasNoAttemptLeft(finished, maxAttempts, last),
    anchorFor(backoff, now) {
      if (backoff.anchorAt === null) return now;
      const sinceAnchor = offsetFor(backoff.attempts);
      return now - (backoff.anchorAt + sinceAnchor) > latenessToleranceMs
        ? now - sinceAnchor
        : backoff.anchorAt;
    },
    after({ anchorAt, attempts }, { means, earlier }, now) {
      if (means === "delivered") return { state: "delivered", dueAt: null, anchorAt };
      if (means === "final") return { state: "failed", dueAt: null, anchorAt };
      if (attempts < maxAttempts)
        return {
          state: "pending",
          dueAt: earlier ? now : Math.max(now, anchorAt + attempts * spacingMs),
          anchorAt,
        };
      const endAt = anchorAt + unavailableAtMs;
      if (means === "unavailable" && now < endAt)
        return { state: "pending", dueAt: endAt, anchorAt };
      return { state: "failed", dueAt: null, anchorAt };
    },
    // The repeated attempt keeps its scheduled time, which may have passed.
    afterInterruption: ({ anchorAt, attempts }, _last, now) => ({
      state: "pending",
      dueAt: Math.max(now, anchorAt + offsetFor(attempts)),
      anchorAt,
    }),
  };
}

/**
 * Creates a schedule with growing pauses, each counted from the end of the previous attempt
 * (WH-061). The final state is `dead`. `delaysMs`: one pause per attempt, of which the first is 0.
 * Each pause varies by up to the fraction `jitter`. It is derived from delivery and attempt, so
 * that a restart computes the same times. `isOrdered`: for messages of a chat. They end as
 * `failed`, and later ones always wait for earlier ones, however long that takes (CON-020).
 */
export function createBackoffSchedule(
  delaysMs: readonly number[],
  jitter: number,
  { isOrdered = false }: { readonly isOrdered?: boolean } = {},
): RetrySchedule {
  const ends = isOrdered ? "failed" : "dead";
  const pauseBefore = (id: number, finished: number): number =>
    Math.round((delaysMs[finished] ?? 0) * (1 + jitter * jitterFor(id, finished)));
  const toPending = (anchorAt: number, dueAt: number): NextAttemptStep => {
    const step = { state: "pending", dueAt, anchorAt } as const;
    return !isOrdered && dueAt - anchorAt > ownLaneAfterMs ? { ...step, alone: true } : step;
  };
  return {
    ends,
    isExhausted: (finished, last) => hasNoAttemptLeft(finished, delaysMs.length, last),
    anchorFor: ({ anchorAt }, now) => anchorAt ?? now,
    after({ id, anchorAt, attempts }, { means, earlier, notBeforeMs }, now) {
      if (means === "delivered") return { state: "delivered", dueAt: null, anchorAt };
      if (means === "final" || attempts >= delaysMs.length)
        return { state: ends, dueAt: null, anchorAt };
      if (earlier) return toPending(anchorAt, now);
      return toPending(
        anchorAt,
        now + Math.max(pauseBefore(id, attempts), Math.min(notBeforeMs ?? 0, maxRetryAfterMs)),
      );
    },
    // An interruption says nothing about the endpoint, so the attempt is repeated at once
    // (CORE-340). The second one in a row counts, because the delivery may end the process itself.
    // Its end is unknown, so the pause counts from its start.
    afterInterruption: ({ id, anchorAt, attempts, startedAt }, last, now) =>
      last === "interrupted"
        ? toPending(anchorAt, Math.max(now, startedAt + pauseBefore(id, attempts)))
        : { ...toPending(anchorAt, now), isRepeated: true },
  };
}

function hasNoAttemptLeft(finished: number, maxAttempts: number, last: Outcome | null): boolean {
  if (finished < maxAttempts) return false;
  return last !== "interrupted" || finished >= maxAttempts + maxInterruptedAttempts;
}

/** Returns a number from -1 to 1, fixed by delivery and attempt (32-bit mixer). */
function jitterFor(id: number, attempt: number): number {
  let x = (id ^ Math.floor(id / 0x1_0000_0000) ^ Math.imul(attempt, 0x9e37_79b9)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0_aaad) >>> 0;
  x = Math.imul(x ^ (x >>> 15), 0x735a_2d97) >>> 0;
  x = (x ^ (x >>> 15)) >>> 0;
  return x / 0x7fff_ffff - 1;
}
