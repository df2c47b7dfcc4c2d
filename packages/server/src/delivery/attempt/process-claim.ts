import type { Outcome } from "../../core/entity.ts";
import type { Clock } from "../../core/command.ts";
import type { AttemptReport, Claim, EndpointSignal, DeliveryQueue } from "../queue/index.ts";
import { executeAttempt, type AttemptDeps, type AttemptPhase } from "./attempt.ts";
import type { WorkPermit } from "../work-limiter.ts";
import type { DeliveryDriver } from "./delivery-driver.ts";

type Kind = Claim["source"]["target"]["endpoint"]["kind"];

export interface ProcessClaimDeps {
  /** Driver of each kind of endpoint. */
  readonly drivers: Readonly<Partial<Record<Kind, DeliveryDriver>>>;
  readonly attempt: AttemptDeps;
  readonly queue: Pick<DeliveryQueue, "release">;
  /**
   * Writes the report (`Journal.report`). Resolves with false if the token is stale. Rejections are
   * retried.
   */
  readonly report: (result: AttemptReport) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly probe?: (step: AttemptPhase) => void;
  /**
   * Called after an attempt is reported, with the kind of endpoint, the outcome and the duration in
   * milliseconds.
   */
  readonly onAttempt?: (kind: Kind, outcome: string, ms: number) => void;
  readonly counts: { attempted: number; stale: number };
  /** Called when a slot becomes free of an endpoint that had none. */
  readonly onSlotFree: (signal: EndpointSignal) => void;
  /** Waits until the report of a failed request may be written. */
  readonly waitForFailedReport: () => Promise<WorkPermit>;
  readonly isClosed: () => boolean;
}
/** Delay in milliseconds before a report that the database rejected is retried. */
const retryDelayMs = 1_000;

/**
 * Processes one claim from request to report. Never rejects. A claim that cannot be reported can be
 * claimed again when its lease ends. Resolves with the sign of health that the attempt gave.
 * `permit` is released when the request is built.
 */
export async function processClaim(
  deps: ProcessClaimDeps,
  claim: Claim,
  permit?: WorkPermit,
): Promise<EndpointSignal> {
  let signal: EndpointSignal = null;
  try {
    deps.probe?.("claimed");
    const report = await attemptAndRelease(deps, claim, permit);
    signal = toEndpointSignal(report);
    deps.counts.attempted += 1;
    const isWritten = await reportInTurn(deps, report, signal);
    deps.probe?.("reported");
    if (!isWritten) deps.counts.stale += 1;
    if (report.attempt !== null)
      deps.onAttempt?.(
        claim.source.target.endpoint.kind,
        report.attempt.outcome,
        report.attempt.durationMs,
      );
    logAttempt(deps.log, claim, report, isWritten);
  } catch (error) {
    deps.log.error(
      {
        err: error,
        account: claim.account,
        endpoint: claim.endpointId,
        delivery: claim.delivery.id,
      },
      "delivery.broken",
    );
  }
  return signal;
}

/**
 * Runs the attempt and releases its slot. Slots limit requests (CORE-122), so the next lane need
 * not wait until the report is stored.
 */
async function attemptAndRelease(
  deps: ProcessClaimDeps,
  claim: Claim,
  permit?: WorkPermit,
): Promise<AttemptReport> {
  const startedAt = deps.clock.now();
  let signal: EndpointSignal = null;
  const releasePermit = (): void => permit?.release();
  try {
    const { kind } = claim.source.target.endpoint;
    const driver = deps.drivers[kind];
    if (driver === undefined) throw new Error(`nothing sends to endpoints of kind ${kind}`);
    const attempt = permit ? { ...deps.attempt, onBuilt: releasePermit } : deps.attempt;
    const report = await executeAttempt(attempt, driver, claim);
    signal = toEndpointSignal(report);
    return report;
  } finally {
    releasePermit();
    if (deps.queue.release(claim, signal, startedAt)) deps.onSlotFree(signal);
  }
}

/**
 * Writes the report. Failed requests may end in great numbers at the same time, such as the
 * timeouts of an endpoint that hangs. All reports of a commit delay the messages of that commit, so
 * few are written at once (CORE-122).
 */
async function reportInTurn(
  deps: ProcessClaimDeps,
  report: AttemptReport,
  signal: EndpointSignal,
): Promise<boolean> {
  if (signal !== "failed") return reportWithRetry(deps, report);
  const permit = await deps.waitForFailedReport();
  try {
    return await reportWithRetry(deps, report);
  } finally {
    permit.release();
  }
}

/**
 * Retries the report while the database is unavailable. The token makes a late report harmless.
 * Resolves with false if the report was stale or the worker closes.
 */
async function reportWithRetry(deps: ProcessClaimDeps, report: AttemptReport): Promise<boolean> {
  for (;;) {
    try {
      return await deps.report(report);
    } catch (error) {
      deps.log.warn(
        { err: error, account: report.account, delivery: report.delivery.id },
        "delivery.report_failed",
      );
      if (deps.isClosed()) return false;
      await new Promise<void>(
        (resolve) => void deps.clock.scheduleAt(deps.clock.now() + retryDelayMs, resolve),
      );
    }
  }
}

function logAttempt(
  log: ProcessClaimDeps["log"],
  claim: Claim,
  report: AttemptReport,
  isWritten: boolean,
): void {
  // The delivery log contains every attempt. Nearly all are first attempts that succeed, so the
  // server logs these at debug level only.
  const isRoutine = isWritten && report.next.state === "delivered" && claim.delivery.attempts === 0;
  log[isRoutine ? "debug" : "info"](
    {
      account: claim.account,
      endpoint: claim.endpointId,
      chat: claim.delivery.chatId,
      delivery: claim.delivery.id,
      attempt: claim.delivery.attempts + 1,
      outcome: report.attempt?.outcome ?? "none",
      ms: report.attempt?.durationMs ?? 0,
      state: report.next.state,
      nextDue: report.next.dueAt,
      written: isWritten,
    },
    "delivery.attempted",
  );
}

/**
 * Returns whether the endpoint is reachable. Any response except a server error counts as
 * reachable.
 */
function toEndpointSignal({ attempt: attemptRow }: AttemptReport): EndpointSignal {
  if (attemptRow === null) return null;
  const signal = signalByOutcome[attemptRow.outcome];
  if (signal !== "by status") return signal;
  return attemptRow.status === null || attemptRow.status >= 500 ? "failed" : "answered";
}
/** The sign of health that each outcome gives. null means that no request reached the endpoint. */
const signalByOutcome: Readonly<Record<Outcome, "answered" | "by status" | null>> = {
  delivered: "answered",
  refused: "answered",
  bad_reply: "answered",
  reply_too_large: "answered",
  http_error: "by status",
  timeout: "by status",
  dns_failed: "by status",
  connect_failed: "by status",
  tls_failed: "by status",
  private_address: "by status",
  token_failed: null,
  interrupted: null,
  channel_deleted: null,
  handed_over: null,
  endpoint_off: null,
  withdrawn: null,
};
