import type { ChannelKind, Outcome } from "../../core/entity.ts";
import type { Clock } from "../../core/command.ts";
import { pause } from "../../core/pause.ts";
import type { DeliveryChangeResult } from "../../journal/index.ts";
import type { AttemptReport, Claim, ClaimSlots, EndpointSignal } from "../queue/index.ts";
import { executeAttempt, type AttemptDeps, type AttemptPhase } from "./attempt.ts";
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
  readonly report: (result: AttemptReport) => Promise<DeliveryChangeResult>;
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
  for (let current = claim; ;) {
    const { signal, nextClaim } = await processOne(deps, current, permit);
    if (nextClaim === null) return signal;
    current = nextClaim;
  }
}

/**
 * Processes one claim. The slot of the endpoint limits requests (CORE-122), so it is released when
 * the request ends. After a success it is kept until the report is written, because the next
 * delivery of the lane may follow, unless other lanes wait for the slot.
 */
async function processOne(
  deps: ProcessClaimDeps,
  claim: Claim,
  permit?: WorkPermit,
): Promise<{ readonly signal: EndpointSignal; readonly nextClaim: Claim | null }> {
  const startedAt = deps.clock.now();
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
  try {
    deps.probe?.("claimed");
    const report = await attempt(deps, claim, permit);
    signal = toEndpointSignal(report);
    const claimsNext =
      signal === "answered" && !deps.queue.isCrowded(claim.endpointId) && deps.group.canContinue();
    if (!claimsNext) releaseSlot();
    deps.counts.attempted += 1;
    const written = await reportInTurn(deps, { ...report, claimsNext }, signal);
    nextClaim = written.nextClaim;
    deps.probe?.("reported");
    if (!written.isWritten) deps.counts.stale += 1;
    if (report.attempt !== null)
      deps.onAttempt?.(
        claim.source.target.endpoint.kind,
        report.attempt.outcome,
        report.attempt.durationMs,
      );
    logAttempt(deps.log, claim, report, written.isWritten);
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
  } finally {
    releaseSlot();
  }
  return { signal, nextClaim };
}

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
  claim: Claim,
  permit?: WorkPermit,
): Promise<AttemptReport> {
  const releasePermit = (): void => permit?.release();
  try {
    const driver = findDriver(deps, claim.source.target);
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
  report: AttemptReport,
  signal: EndpointSignal,
): Promise<DeliveryChangeResult> {
  if (signal !== "failed") return reportWithRetry(deps, report);
  const permit = await deps.group.waitForFailedReport();
  try {
    return await reportWithRetry(deps, report);
  } finally {
    permit.release();
  }
}

/**
 * Retries the report while the database is unavailable. The token makes a late report harmless.
 * Nothing is written if the report was stale or the worker closes.
 */
async function reportWithRetry(
  deps: ProcessClaimDeps,
  report: AttemptReport,
): Promise<DeliveryChangeResult> {
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
