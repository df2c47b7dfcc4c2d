import type { Clock } from "../core/command.ts";
import type { AttemptReport, AttemptRow, Claim } from "../queue/index.ts";
import type { EgressReply } from "../egress/index.ts";
import {
  wordsFor,
  type AfterNote,
  type AfterResult,
  type Built,
  type ErrorText,
  type Later,
  type Never,
  type Outbound,
  type Unsent,
  type Verdict,
} from "./outbound.ts";
import { send, type RequestDeps } from "./request.ts";

/** Named phases of an attempt, for tests that end the process there. */
export type Step = "claimed" | "dialled" | "answered" | "reported";

export interface AttemptDeps extends RequestDeps {
  readonly clock: Clock;
  readonly probe?: (step: Step) => void;
}
/** Minimum time for a request. */
const leastMs = 100;

type Report = Omit<AttemptReport, "account" | "endpointId" | "orderKey" | "token" | "delivery">;

/**
 * Executes a claim: sends one request, or records a finished series. Returns the report to write.
 */
export async function attempt(deps: AttemptDeps, outbound: Outbound, claim: Claim): Promise<AttemptReport> {
  const { account, endpointId, orderKey, token, delivery } = claim;
  return { account, endpointId, orderKey, token, delivery, ...(await resultOf(deps, outbound, claim)) };
}

async function resultOf(deps: AttemptDeps, outbound: Outbound, claim: Claim): Promise<Report> {
  const { clock } = deps;
  const { delivery, interruptedAt } = claim;
  if (outbound.policy.schedule.isExhausted(delivery.attempts, delivery.outcome)) return await exhausted(claim, outbound, clock.now());
  // A process that died while waiting for the end of CH-084 had no running request. The check above
  // handles that case.
  if (interruptedAt !== null) return interrupted(claim, outbound, interruptedAt, clock.now());
  const begunAt = clock.now();
  const built = await outbound.build(claim);
  if ("settled" in built) return settled(claim, built.settled, clock.now());
  if ("never" in built) return never(built, outbound, delivery.anchorAt, clock.now());
  if ("later" in built) return postponed(claim, built);
  if ("failed" in built) return await unsent(claim, outbound, built, begunAt, clock.now());
  return await requested(deps, outbound, claim, built, clock.now() - begunAt);
}

/**
 * Sends one request and interprets the response. `spentMs`: time used before it, for example for an
 * access token. It counts towards the attempt, so that attempts keep their intervals (BOT-053).
 */
async function requested(deps: AttemptDeps, outbound: Outbound, claim: Claim, built: Built, spentMs: number): Promise<Report> {
  const { clock } = deps;
  const { policy } = outbound;
  const { schedule } = policy;
  const { delivery } = claim;
  await outbound.before?.(claim);
  const startedAt = clock.now() - spentMs;
  const anchorAt = schedule.anchorFor(delivery, startedAt);
  deps.probe?.("dialled");
  const left = { ...policy, timeoutMs: Math.max(policy.timeoutMs - spentMs, leastMs) };
  const { reply, request, answer } = await (built.carry?.(left.timeoutMs) ?? send(deps, claim.source.target, built, left, startedAt));
  deps.probe?.("answered");
  const ended = { id: delivery.id, anchorAt, attempts: delivery.attempts + 1, startedAt };
  return await conclude(outbound, claim, {
    reply,
    verdict: outbound.judge(reply, claim),
    nextOf: (verdict) => schedule.after(ended, verdict, clock.now()),
    madeOf: ({ outcome, error }, { note, used }) => {
      const shownError = error ?? note ?? built.warning;
      return {
        startedAt,
        durationMs: reply.durationMs,
        outcome,
        status: reply.status,
        errorCode: shownError?.code ?? null,
        errorMessage: shownError?.message ?? null,
        request,
        reply: answer === null || used === undefined ? answer : { ...answer, used },
      };
    },
  });
}

/** A finished attempt or series before the driver's `afterAttempt` runs. */
interface Judged {
  readonly reply: EgressReply | null;
  readonly verdict: Verdict;
  readonly nextOf: (verdict: Verdict) => AttemptReport["next"];
  /** Returns the attempt to record, or null if none was made. */
  readonly madeOf: (verdict: Verdict, after: AfterResult) => AttemptRow | null;
}

/**
 * Runs the driver's `afterAttempt` and builds the report. A note with `settles` makes the delivery
 * delivered, whatever the attempt's outcome (BOT-055).
 */
async function conclude(outbound: Outbound, claim: Claim, { reply, verdict: judged, nextOf, madeOf }: Judged): Promise<Report> {
  const planned = nextOf(judged);
  const after = (await outbound.after?.(claim, { reply, verdict: judged, state: planned.state })) ?? { note: null };
  const { note } = after;
  const verdict = note?.settles === true ? settledVerdict(note) : judged;
  const next = verdict === judged ? planned : nextOf(verdict);
  return {
    attempt: madeOf(verdict, after),
    next,
    ...(verdict === judged ? {} : { outcome: verdict.outcome }),
    unconfirmed: verdict.unconfirmed,
    error: shown(verdict, note, next.state === "pending", outbound.policy.timeoutMs),
  };
}

/**
 * The receiver answered in another way. The note explains it in the attempt and in the delivery.
 */
function settledVerdict({ code, message }: ErrorText): Verdict {
  const error = { code, message };
  return { outcome: "delivered", means: "delivered", unconfirmed: false, error, shownNow: null, shownAtEnd: error };
}

/** Reports a delivery that succeeded without a request. */
function settled({ delivery }: Claim, { code, message }: ErrorText, now: number): Report {
  return {
    attempt: null,
    next: { state: "delivered", dueAt: null, anchorAt: delivery.anchorAt ?? now },
    outcome: "delivered",
    unconfirmed: false,
    error: { code, message },
  };
}

/**
 * Returns the error that the delivery shows. A delivered one shows the note of its response
 * (WH-041).
 */
function shown(verdict: Verdict, note: AfterNote | null, isPending: boolean, timeoutMs: number): ErrorText | null {
  if (verdict.means === "delivered") return verdict.shownAtEnd ?? (note === null ? null : { code: note.code, message: note.message });
  if (isPending) return verdict.shownNow;
  return verdict.shownAtEnd ?? { code: verdict.outcome, message: wordsFor(verdict.outcome, timeoutMs) };
}

/**
 * Reports the failure of a series that waited for its end time (CH-084), or whose last attempts
 * were interrupted too often.
 */
async function exhausted(claim: Claim, outbound: Outbound, now: number): Promise<Report> {
  const { delivery } = claim;
  const { policy } = outbound;
  const code = delivery.outcome ?? "timeout";
  const anchorAt = delivery.anchorAt ?? now;
  return await conclude(outbound, claim, {
    reply: null,
    verdict: lost(code, "final", wordsFor(code, policy.timeoutMs)),
    nextOf: ({ means }) => ({ state: means === "delivered" ? "delivered" : policy.schedule.ends, dueAt: null, anchorAt }),
    madeOf: () => null,
  });
}

/** Reports a failed attempt without a request. It starts when preparation starts. */
async function unsent(claim: Claim, outbound: Outbound, { failed, message }: Unsent, begunAt: number, now: number): Promise<Report> {
  const { delivery } = claim;
  const { policy } = outbound;
  const anchorAt = policy.schedule.anchorFor(delivery, begunAt);
  const ended = { id: delivery.id, anchorAt, attempts: delivery.attempts + 1, startedAt: begunAt };
  return await conclude(outbound, claim, {
    reply: null,
    verdict: lost(failed, "again", message),
    nextOf: (verdict) => policy.schedule.after(ended, verdict, now),
    madeOf: ({ outcome, error }) => ({
      ...bare(begunAt, outcome, error?.message ?? message),
      errorCode: error?.code ?? outcome,
      durationMs: now - begunAt,
    }),
  });
}
function lost(outcome: Verdict["outcome"], means: Verdict["means"], message: string): Verdict {
  return { outcome, means, unconfirmed: false, error: { code: outcome, message }, shownNow: null, shownAtEnd: null };
}

function interrupted({ delivery }: Claim, { policy }: Outbound, startedAt: number, now: number): Report {
  const { schedule } = policy;
  const anchorAt = schedule.anchorFor(delivery, startedAt);
  return {
    attempt: bare(startedAt, "interrupted", wordsFor("interrupted", policy.timeoutMs)),
    next: schedule.afterInterruption({ id: delivery.id, anchorAt, attempts: delivery.attempts + 1, startedAt }, now),
    unconfirmed: false,
    error: null,
  };
}

/** Reports a postponed delivery. Its data is unchanged, and its lane pauses until then. */
function postponed({ delivery }: Claim, { later }: Later): Report {
  const { errorCode, errorMessage } = delivery;
  return {
    attempt: null,
    next: { state: "pending", dueAt: later, anchorAt: delivery.anchorAt },
    unconfirmed: delivery.unconfirmed,
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? "" },
  };
}

function never(built: Never, { policy }: Outbound, anchorAt: number | null, now: number): Report {
  return {
    attempt: bare(now, built.never, built.message),
    next: { state: policy.schedule.ends, dueAt: null, anchorAt: anchorAt ?? now },
    unconfirmed: false,
    error: { code: built.never, message: built.message },
  };
}

/** Returns the delivery log entry of an attempt without a request. */
function bare(startedAt: number, result: AttemptRow["outcome"], message: string): AttemptRow {
  return { startedAt, durationMs: 0, outcome: result, status: null, errorCode: result, errorMessage: message, request: null, reply: null };
}
