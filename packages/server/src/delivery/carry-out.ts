import type { AttemptReport, Claim, Ended } from "../queue/index.ts";
import { attempt, type AttemptDeps } from "./attempt.ts";
import type { DeliveryDeps } from "./worker.ts";

export interface CarryDeps extends Pick<DeliveryDeps, "queue" | "report" | "clock" | "outbounds" | "log" | "probe" | "onAttempt"> {
  readonly attempt: AttemptDeps;
  readonly counts: { attempted: number; stale: number };
  /** A place came free. */
  readonly wake: () => void;
  readonly isClosed: () => boolean;
}
/** Pause before a report that the database refused is tried again. */
const againMs = 1_000;

/** One claim from request to report. Never rejects: what it cannot report is found again when the lease ends. */
export async function carryOut(deps: CarryDeps, claim: Claim): Promise<void> {
  try {
    deps.probe?.("claimed");
    const report = await requested(deps, claim);
    deps.counts.attempted += 1;
    const isWritten = await reported(deps, report);
    deps.probe?.("reported");
    if (!isWritten) deps.counts.stale += 1;
    if (report.attempt !== null) deps.onAttempt?.(claim.source.target.endpoint.kind, report.attempt.outcome, report.attempt.durationMs);
    tell(deps.log, claim, report, isWritten);
  } catch (error) {
    deps.log.error({ err: error, account: claim.account, endpoint: claim.endpointId, delivery: claim.delivery.id }, "delivery.broken");
  }
}

/** One line per attempt. */
function tell(log: CarryDeps["log"], claim: Claim, report: AttemptReport, isWritten: boolean): void {
  // The ledger has every attempt; a first one that succeeds is what nearly all are, so its line is only for those who ask for it.
  const isPlain = isWritten && report.next.state === "delivered" && claim.delivery.attempts === 0;
  log[isPlain ? "debug" : "info"](
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

/** The attempt itself. Places count requests (CORE-122), so the next lane need not wait for this one's report to be on disk. */
async function requested(deps: CarryDeps, claim: Claim): Promise<AttemptReport> {
  const startedAt = deps.clock.now();
  let ended: Ended = null;
  try {
    const outbound = deps.outbounds[claim.source.target.endpoint.kind];
    if (outbound === undefined) throw new Error(`nothing sends to endpoints of kind ${claim.source.target.endpoint.kind}`);
    const report = await attempt(deps.attempt, outbound, claim);
    ended = saysOfEndpoint(report);
    return report;
  } finally {
    if (deps.queue.release(claim, ended, startedAt)) deps.wake();
  }
}

/** Repeats the report while the database is away: the token makes a late one harmless. False when it was stale, or we close. */
async function reported(deps: CarryDeps, report: AttemptReport): Promise<boolean> {
  for (;;) {
    try {
      return await deps.report(report);
    } catch (error) {
      deps.log.warn({ err: error, account: report.account, delivery: report.delivery.id }, "delivery.report_failed");
      if (deps.isClosed()) return false;
      await new Promise<void>((resolve) => void deps.clock.alarm(deps.clock.now() + againMs, resolve));
    }
  }
}

/** Whether the endpoint is there: any answer but an error of the server counts as one. */
function saysOfEndpoint({ attempt: made }: AttemptReport): Ended {
  if (made === null || silent.has(made.outcome)) return null;
  return dead.has(made.outcome) && (made.status === null || made.status >= 500) ? "failed" : "answered";
}
/** Outcomes of attempts without a request. */
const silent: ReadonlySet<string> = new Set(["interrupted", "channel_deleted", "handed_over", "endpoint_off", "withdrawn", "token_failed"]);
const dead: ReadonlySet<string> = new Set(["timeout", "dns_failed", "connect_failed", "tls_failed", "private_address", "http_error"]);
