import type { AttemptReport, AttemptRow, Claim } from "../queue/index.ts";
import type { EgressReply } from "../../egress/index.ts";
import type { AttemptOutcome, OutcomeText } from "./attempt-outcome.ts";
import {
  outcomeText,
  type DeliveryNote,
  type AfterAttemptResult,
  type RequestPostponed,
  type RequestImpossible,
  type DeliveryDriver,
  type RequestUnavailable,
} from "./delivery-driver.ts";

export type ReportDetails = Omit<
  AttemptReport,
  "account" | "endpointId" | "orderKey" | "token" | "delivery"
>;

/** A finished attempt, or the end of all attempts, before the driver's `afterAttempt` runs. */
interface InterpretedAttempt {
  readonly reply: EgressReply | null;
  readonly interpreted: AttemptOutcome;
  readonly getNext: (verdict: AttemptOutcome) => AttemptReport["next"];
  /** Returns the attempt to record, or null if none was made. */
  readonly createAttempt: (verdict: AttemptOutcome, after: AfterAttemptResult) => AttemptRow | null;
}

/**
 * Runs the driver's `afterAttempt` and builds the report. A note with `settles` makes the delivery
 * succeed, whatever the attempt's outcome (BOT-055).
 */
export async function createReport(
  driver: DeliveryDriver,
  claim: Claim,
  { reply, interpreted, getNext, createAttempt }: InterpretedAttempt,
): Promise<ReportDetails> {
  const planned = getNext(interpreted);
  const after = (await driver.afterAttempt?.(claim, {
    reply,
    verdict: interpreted,
    state: planned.state,
  })) ?? { note: null };
  const { note } = after;
  const verdict = note?.settles === true ? createSettledOutcome(note) : interpreted;
  const next = verdict === interpreted ? planned : getNext(verdict);
  return {
    attempt: createAttempt(verdict, after),
    next,
    outcome: verdict === interpreted ? undefined : verdict.outcome,
    unconfirmed: verdict.unconfirmed ?? false,
    failedRecipients: verdict.failedRecipients,
    error: getShownError(verdict, note, next.state === "pending", driver.policy.timeoutMs),
  };
}

/** Creates the outcome of a delivery that was answered otherwise, with its note. */
function createSettledOutcome({ code, message }: OutcomeText): AttemptOutcome {
  const error = { code, message };
  return { outcome: "delivered", means: "delivered", error, shownAtEnd: error };
}

/** Reports that a delivery succeeded without a request. */
export function reportSettled(
  { delivery }: Claim,
  { code, message }: OutcomeText,
  now: number,
): ReportDetails {
  return {
    attempt: null,
    next: { state: "delivered", dueAt: null, anchorAt: delivery.anchorAt ?? now },
    outcome: "delivered",
    unconfirmed: false,
    error: { code, message },
  };
}

/** Returns the shown error: after a success, the note about the response (WH-041). */
function getShownError(
  verdict: AttemptOutcome,
  note: DeliveryNote | null,
  isPending: boolean,
  timeoutMs: number,
): OutcomeText | null {
  if (verdict.means === "delivered")
    return (
      verdict.shownAtEnd ?? (note === null ? null : { code: note.code, message: note.message })
    );
  if (isPending) return verdict.shownNow ?? null;
  return (
    verdict.shownAtEnd ?? {
      code: verdict.outcome,
      message: outcomeText(verdict.outcome, timeoutMs),
    }
  );
}

/** Reports the failure of a delivery that waited (CH-084) or was interrupted too often. */
export async function reportExhausted(
  claim: Claim,
  driver: DeliveryDriver,
  now: number,
): Promise<ReportDetails> {
  const { delivery } = claim;
  const { policy } = driver;
  const code = delivery.outcome ?? "timeout";
  const anchorAt = delivery.anchorAt ?? now;
  return await createReport(driver, claim, {
    reply: null,
    interpreted: createFailure(code, "final", outcomeText(code, policy.timeoutMs)),
    getNext: ({ means }) => ({
      state: means === "delivered" ? "delivered" : policy.schedule.ends,
      dueAt: null,
      anchorAt,
    }),
    createAttempt: () => null,
  });
}

/** Reports a failed attempt without a request. The attempt starts when its preparation starts. */
export async function reportUnavailable(
  claim: Claim,
  driver: DeliveryDriver,
  { failed, message }: RequestUnavailable,
  { startedAt, now }: { readonly startedAt: number; readonly now: number },
): Promise<ReportDetails> {
  const { delivery } = claim;
  const { policy } = driver;
  const anchorAt = policy.schedule.anchorFor(delivery, startedAt);
  const finished = {
    id: delivery.id,
    anchorAt,
    attempts: delivery.attempts + 1,
    startedAt: startedAt,
  };
  return await createReport(driver, claim, {
    reply: null,
    interpreted: createFailure(failed, "again", message),
    getNext: (verdict) => policy.schedule.after(finished, verdict, now),
    createAttempt: ({ outcome, error }) => ({
      ...createEmptyAttempt(startedAt, outcome, error?.message ?? message),
      errorCode: error?.code ?? outcome,
      durationMs: now - startedAt,
    }),
  });
}
function createFailure(
  outcome: AttemptOutcome["outcome"],
  means: AttemptOutcome["means"],
  message: string,
): AttemptOutcome {
  return { outcome, means, error: { code: outcome, message } };
}

export function reportInterrupted(
  { delivery }: Claim,
  { policy }: DeliveryDriver,
  startedAt: number,
  now: number,
): ReportDetails {
  const { schedule } = policy;
  const anchorAt = schedule.anchorFor(delivery, startedAt);
  return {
    attempt: createEmptyAttempt(
      startedAt,
      "interrupted",
      outcomeText("interrupted", policy.timeoutMs),
    ),
    next: schedule.afterInterruption(
      { id: delivery.id, anchorAt, attempts: delivery.attempts + 1, startedAt },
      delivery.outcome,
      now,
    ),
    unconfirmed: false,
    error: null,
  };
}

/** Reports a postponed delivery. Its data is unchanged, and its lane pauses until the new time. */
export function reportPostponed({ delivery }: Claim, { later }: RequestPostponed): ReportDetails {
  const { errorCode, errorMessage } = delivery;
  return {
    attempt: null,
    next: { state: "pending", dueAt: later, anchorAt: delivery.anchorAt },
    unconfirmed: delivery.unconfirmed,
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? "" },
  };
}

export function reportImpossible(
  prepared: RequestImpossible,
  { policy }: DeliveryDriver,
  anchorAt: number | null,
  now: number,
): ReportDetails {
  return {
    attempt: createEmptyAttempt(now, prepared.never, prepared.message),
    next: { state: policy.schedule.ends, dueAt: null, anchorAt: anchorAt ?? now },
    unconfirmed: false,
    error: { code: prepared.never, message: prepared.message },
  };
}

/** Returns the delivery log entry of an attempt without a request. */
function createEmptyAttempt(
  startedAt: number,
  result: AttemptRow["outcome"],
  message: string,
): AttemptRow {
  return {
    startedAt,
    durationMs: 0,
    outcome: result,
    status: null,
    errorCode: result,
    errorMessage: message,
    request: null,
    reply: null,
  };
}
