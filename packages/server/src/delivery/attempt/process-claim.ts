import type { ChannelKind, Outcome } from "../../core/entity.ts";
import type { Clock } from "../../core/command.ts";
import { pause } from "../../core/pause.ts";
import type { AttemptReport, Claim, ClaimSlots, EndpointSignal } from "../queue/index.ts";
import type { ReportResult } from "../report/index.ts";
import { executeAttempt, type AttemptDeps, type AttemptPhase } from "./attempt.ts";
import { getRunLength, maxRunMs, RunReports } from "./run-reports.ts";
import type { RunWatch, RunWatches } from "./run-watches.ts";
import type { WorkPermit } from "../work-limiter.ts";
import type { DeliveryDriver } from "./delivery-driver.ts";

type Kind = Claim["source"]["target"]["endpoint"]["kind"];

/** The claims of healthy or of failing endpoints. */
interface ClaimGroup {
  /** Called when a slot becomes free of an endpoint that had none. */
  readonly onSlotFree: (signal: EndpointSignal) => void;
  /** Waits until the report of a failed request may be written. */
  readonly waitForFailedReport: () => Promise<WorkPermit>;
  /** Whether a claim may be followed by the next one of its lane. */
  readonly canContinue: () => boolean;
  /** Returns the number of running claims. */
  readonly countLanes: () => number;
  /** The lanes whose runs end when something changes. */
  readonly watches: RunWatches;
  readonly isClosed: () => boolean;
}

export interface ProcessClaimDeps {
  readonly drivers: Readonly<Partial<Record<Kind, DeliveryDriver>>>;
  /** Drivers of the endpoints of channels that a connector serves (CON-020). */
  readonly connectorDrivers?: ReadonlyMap<ChannelKind, DeliveryDriver>;
  readonly attempt: AttemptDeps;
  readonly queue: ClaimSlots;
  /** Drivers of endpoints that are in this process, by URL (AGENT-003). */
  readonly internalDrivers?: ReadonlyMap<string, DeliveryDriver>;
  /** Writes the report, unless the token is stale. Rejections are retried. */
  readonly report: (result: AttemptReport) => Promise<ReportResult>;
  readonly clock: Clock;
  readonly log: {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly probe?: ((step: AttemptPhase) => void) | undefined;
  /** Called after an attempt is reported. `ms`: its duration. */
  readonly onAttempt?: (kind: Kind, outcome: string, ms: number) => void;
  readonly counts: { attempted: number; stale: number };
  readonly group: ClaimGroup;
}
/** Delay in milliseconds before a report that the database rejected is retried. */
const retryDelayMs = 1_000;

/**
 * Processes a claim from request to report, and then the claims that follow it in the lane. Never
 * rejects. A claim that cannot be reported can be claimed again when its lease ends. Resolves with
 * the sign of health that the last attempt gave. `permit` is released when the first request is
 * built.
 */
export async function processClaim(
  deps: ProcessClaimDeps,
  claim: Claim,
  permit?: WorkPermit,
): Promise<EndpointSignal> {
  const watch = deps.group.watches.open(claim.orderKey);
  try {
    for (let current = claim; ;) {
      const { signal, nextClaim } = await processRun(deps, current, watch, permit);
      if (nextClaim === null) return signal;
      current = nextClaim;
    }
  } finally {
    watch.close();
  }
}

/**
 * Processes one claim with its run. The slot of the endpoint limits requests (CORE-122), so it is
 * released when the last request ends. After a success it is kept until the report is written,
 * because the next delivery of the lane may follow, unless other lanes wait for the slot.
 */
async function processRun(
  deps: ProcessClaimDeps,
  first: Claim,
  watch: RunWatch,
  permit?: WorkPermit,
): Promise<{ readonly signal: EndpointSignal; readonly nextClaim: Claim | null }> {
  let claim = first;
  let startedAt = deps.clock.now();
  let signal: EndpointSignal = null;
  let nextClaim: Claim | null = null;
  let hasSlot = true;
  const releaseSlot = (): void => {
    if (!hasSlot) return;
    hasSlot = false;
    const wasFull = deps.queue.release(claim, signal, startedAt);
    if (nextClaim !== null) deps.queue.acquire(nextClaim);
    else if (wasFull) deps.group.onSlotFree(signal);
  };
  const reports = new RunReports({
    clock: deps.clock,
    write: (result) => writeReport(deps, first, result),
  });
  const endsAt = startedAt + maxRunMs;
  const canContinue = (): boolean =>
    signal === "answered" && !deps.queue.isCrowded(first.endpointId) && deps.group.canContinue();
  try {
    const driver = findDriver(deps, first.source.target);
    for (const next of [...listRun(driver, first), null]) {
      deps.probe?.("claimed");
      const report = await attempt(deps, driver, claim, permit);
      deps.counts.attempted += 1;
      signal = toEndpointSignal(report);
      const isRunOver = watch.isChanged || reports.isStale || deps.clock.now() >= endsAt;
      if (next !== null && isDelivered(report) && !isRunOver && canContinue()) {
        reports.add(report);
        claim = next;
        startedAt = deps.clock.now();
        continue;
      }
      if (signal === "failed") void reports.flush();
      const claimCount = canContinue() ? getClaimCount(deps, driver, report) : 0;
      if (claimCount === 0) releaseSlot();
      const earlier = await reports.take();
      watch.isChanged = false;
      const written = await reportInTurn(deps, first, { ...report, claimCount, earlier }, signal);
      nextClaim = written.nextClaim;
      break;
    }
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
    await reports.flush();
  } finally {
    permit?.release();
    releaseSlot();
  }
  return { signal, nextClaim };
}

/** Returns the deliveries behind the claim that may be sent before it is reported. */
function listRun({ canJoinRun }: DeliveryDriver, { following = [] }: Claim): readonly Claim[] {
  const end = following.findIndex((claim) => canJoinRun?.(claim) !== true);
  return end < 0 ? following : following.slice(0, end);
}
function getClaimCount(
  { group }: ProcessClaimDeps,
  { canJoinRun }: DeliveryDriver,
  report: AttemptReport,
): number {
  if (canJoinRun === undefined || !isDelivered(report)) return 1;
  return getRunLength(report.attempt?.durationMs ?? 0, group.countLanes());
}
const isDelivered = ({ next }: AttemptReport): boolean => next.state === "delivered";

/** Returns the driver of the endpoint. Throws if there is none. The lane is tried again later. */
function findDriver(
  { drivers, connectorDrivers, internalDrivers }: ProcessClaimDeps,
  { endpoint, channel }: Claim["source"]["target"],
): DeliveryDriver {
  const isConnector = endpoint.kind === "channel" && (channel?.connector ?? null) !== null;
  const driver =
    isConnector && channel !== null
      ? connectorDrivers?.get(channel.kind)
      : (internalDrivers?.get(endpoint.url) ?? drivers[endpoint.kind]);
  if (driver === undefined)
    throw new Error(`nothing sends to ${isConnector ? channel?.kind : endpoint.kind}`);
  return driver;
}

/** Makes the attempt. `permit` is released when the request is built. */
async function attempt(
  deps: ProcessClaimDeps,
  driver: DeliveryDriver,
  claim: Claim,
  permit?: WorkPermit,
): Promise<AttemptReport> {
  const releasePermit = (): void => permit?.release();
  try {
    const attemptDeps = permit ? { ...deps.attempt, onBuilt: releasePermit } : deps.attempt;
    return await executeAttempt(attemptDeps, driver, claim);
  } finally {
    releasePermit();
  }
}

/**
 * Writes the report. Failed requests may end in great numbers at the same time, such as the
 * timeouts of an endpoint that hangs. All reports of a commit delay the messages of that commit, so
 * few are written at once (CORE-122).
 */
async function reportInTurn(
  deps: ProcessClaimDeps,
  claim: Claim,
  report: AttemptReport,
  signal: EndpointSignal,
): Promise<ReportResult> {
  if (signal !== "failed") return writeReport(deps, claim, report);
  const permit = await deps.group.waitForFailedReport();
  try {
    return await writeReport(deps, claim, report);
  } finally {
    permit.release();
  }
}

/** Writes the report and the earlier ones of its run, then counts and logs them. */
async function writeReport(
  deps: ProcessClaimDeps,
  { source }: Claim,
  report: AttemptReport,
): Promise<ReportResult> {
  const written = await reportWithRetry(deps, report);
  deps.probe?.("reported");
  const finish = (result: AttemptReport, isWritten: boolean): void => {
    if (!isWritten) deps.counts.stale += 1;
    if (result.attempt !== null)
      deps.onAttempt?.(
        source.target.endpoint.kind,
        result.attempt.outcome,
        result.attempt.durationMs,
      );
    logAttempt(deps.log, result, isWritten);
  };
  report.earlier?.forEach((result, n) => finish(result, written.earlier?.[n] === true));
  finish(report, written.isWritten);
  return written;
}

/**
 * Retries the report while the database is unavailable. The token makes a late report harmless.
 * Nothing is written if the report was stale or the worker closes.
 */
async function reportWithRetry(
  deps: ProcessClaimDeps,
  report: AttemptReport,
): Promise<ReportResult> {
  for (;;) {
    try {
      return await deps.report(report);
    } catch (error) {
      deps.log.warn(
        { err: error, account: report.account, delivery: report.delivery.id },
        "delivery.report_failed",
      );
      if (deps.group.isClosed()) return { isWritten: false, nextClaim: null };
      await pause(deps.clock, retryDelayMs);
    }
  }
}

function logAttempt(log: ProcessClaimDeps["log"], report: AttemptReport, isWritten: boolean): void {
  const { account, endpointId, delivery } = report;
  // The delivery log contains every attempt. Nearly all are first attempts that succeed, so the
  // server logs these at debug level only.
  const isRoutine = isWritten && report.next.state === "delivered" && delivery.attempts === 0;
  log[isRoutine ? "debug" : "info"](
    {
      account,
      endpoint: endpointId,
      chat: delivery.chatId,
      delivery: delivery.id,
      attempt: delivery.attempts + 1,
      outcome: report.attempt?.outcome ?? "none",
      ms: report.attempt?.durationMs ?? 0,
      state: report.next.state,
      nextDue: report.next.dueAt,
      written: isWritten,
    },
    "delivery.attempted",
  );
}

/** Returns whether the endpoint is reachable: any response except a server error. */
function toEndpointSignal({ attempt }: AttemptReport): EndpointSignal {
  if (attempt === null) return null;
  const signal = signalByOutcome[attempt.outcome];
  if (signal !== "by status") return signal;
  return attempt.status === null || attempt.status >= 500 ? "failed" : "answered";
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
