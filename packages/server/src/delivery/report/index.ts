import type { Clock } from "../../core/command.ts";
import type { FailureReportPlanner, PlannedDelivery } from "../../core/delivery/planner.ts";
import type { Delivery } from "../../core/entity.ts";
import { toRefusal } from "../../store/database/database-errors.ts";
import type { FailedDeliveriesFilter } from "../../store/deliveries/delivery-record.ts";
import type {
  AttemptReport,
  CancelPending,
  DeliveryRow,
} from "../../store/deliveries/delivery-row.ts";
import type {
  DeliveryChangeResult,
  DeliveryJournal,
  DeliveryTransition,
  JournalWriter,
} from "../../journal/index.ts";
import { createDeliveryWriter, applyReport, type DeliveryWriter } from "./change-deliveries.ts";
import { cancelPending } from "./cancel-pending.ts";
import { failDelivered, type LateFailure } from "./fail-delivered.ts";
import {
  createOutageMonitor,
  planMailsForChange,
  type ChangeMailPlanner,
  type FailedAttempt,
  type OutageReason,
} from "./endpoint-outage.ts";
import { createLaneProbes, type AcceptedAttempt } from "./lane-probes.ts";
import { countResendable, replayDeliveries, resendDelivery } from "./resend.ts";
import type { Queryable } from "../../store/database/sql.ts";

export interface DeliveriesDeps {
  readonly journal: JournalWriter & DeliveryJournal;
  /** Connections with the writer role. */
  readonly pool: Queryable;
  readonly clock: Clock;
  /** Plans emails about settings changes. Without it, no email is sent. */
  readonly planChangeMail?: ChangeMailPlanner;
  /** Plans reports of failed messages (WH-112). Without it, none are sent. */
  readonly reports?: FailureReportPlanner;
  readonly onFault: (error: unknown) => void;
  /** Called when lanes are due earlier than they were. */
  readonly onLanesDue?: () => void;
  /** Called after a webhook was switched off because of its responses (WH-062). */
  readonly onEndpointSwitchedOff?: (
    account: number,
    endpointId: number,
    reason: OutageReason,
  ) => void;
}
export type { LateFailure } from "./fail-delivered.ts";

export interface ReportResult extends DeliveryChangeResult {
  /** Whether each of the `earlier` results was written. Absent without them. */
  readonly earlier?: readonly boolean[];
}

/** Commands on deliveries. All writes pass through the journal's gateway. */
export interface Deliveries {
  /**
   * Writes the result of an attempt under its fencing token, after the `earlier` ones of its run,
   * and ends the claim unless it is partial. The lane becomes free, and its token is raised.
   * Nothing is written if the token is stale. If no attempt was made and the delivery is still
   * pending, the lane pauses and no entry is written. With `claimCount`, the next deliveries of the
   * lane may be claimed.
   */
  report(result: AttemptReport): Promise<ReportResult>;
  /**
   * Resends a delivery (CH-086, WH-072). Its attempts start again with the same ids at the end of
   * its lane. Rejects with Refusal `not_found` or `not_deliverable`.
   */
  resend(account: number, deliveryId: number): Promise<Delivery>;
  /** Returns the number of deliveries that `replay` would resend. */
  countResendable(ended: FailedDeliveriesFilter): Promise<number>;
  /**
   * Resends failed and given-up deliveries of a period, oldest first, at most `max` (WH-072).
   * Resolves with the number of resent deliveries. Rejects for the same reasons as `resend`.
   */
  replay(ended: FailedDeliveriesFilter, max?: number): Promise<number>;
  /**
   * Turns a delivered message of a chat into a failed one, because its service did not deliver it
   * in the end (CORE-289). Resolves with false if there is no such message, or if it had failed
   * before. Rejects with Refusal `temporarily_unavailable` while the message is being sent.
   */
  failDelivered(account: number, failure: LateFailure): Promise<boolean>;
  readonly cancelPending: CancelPending;
  /**
   * Plans the email about a new outbound address (CORE-251) or a rule that switches itself off
   * (RULE-027), an agent that stops by itself (AGENT-060), or of a scheduled report (REP-003), for
   * use inside `change`. Resolves with an empty list if email is not set up.
   */
  planMail(
    account: number,
    kind: "address_opened" | "rule_off" | "agent_stopped" | "scheduled_report",
  ): Promise<readonly PlannedDelivery[]>;
}

/** Creates the commands on deliveries. */
export function createDeliveries(deps: DeliveriesDeps): Deliveries {
  const { journal, clock, onFault, onEndpointSwitchedOff, onLanesDue = () => undefined } = deps;
  const config: JournalWriter["config"] = (account) => journal.config(account);
  const query = createQuery(deps.pool);
  const deliveryId = (): Promise<number> => journal.newDeliveryId();
  const writer = createDeliveryWriter({
    clock,
    config,
    change: (account, change) => journal.changeDelivery(account, change),
    query,
    deliveryId,
    reports: deps.reports ?? { isAsked: () => false, plan: () => [] },
  });
  const mailDeps = { config, plan: deps.planChangeMail ?? (() => []), deliveryId };
  const onFailedAttempt = createOutageMonitor({
    ...mailDeps,
    clock,
    change: journal.change,
    query,
    onFault,
    onSwitchedOff: onEndpointSwitchedOff ?? (() => undefined),
  });
  const onAccepted = createLaneProbes({ clock, query, onLanesDue, onFault });
  return {
    report: (result) => reportAttempt(writer, result, { onFailedAttempt, onAccepted }),
    resend: (account, deliveryId) => resendDelivery(writer, account, deliveryId),
    countResendable: (ended) => countResendable(writer, ended),
    replay: (ended, maxCount) => replayDeliveries(writer, ended, maxCount),
    failDelivered: (account, failure) => failDelivered(writer, account, failure),
    cancelPending: (account, endpointId, end) => cancelPending(writer, account, endpointId, end),
    planMail: (account, kind) => planMailsForChange(mailDeps, account, { kind, delayMs: 0 }),
  };
}

/** Creates a query function that rejects with a Refusal if the database is unavailable. */
function createQuery(pool: DeliveriesDeps["pool"]) {
  return async <R>(text: string, values: readonly unknown[]): Promise<readonly R[]> =>
    (
      await pool
        .query(text, [...values])
        .catch((error: unknown) => Promise.reject(toRefusal(error)))
    ).rows as R[];
}

/**
 * Reports an attempt. `onFailedAttempt` is called after a failed attempt at an integrator's
 * endpoint was stored. It decides whether to switch the endpoint off (WH-062) or to notify
 * operators (CORE-112). `onAccepted` is called after a webhook has accepted an event. Both never
 * reject.
 */
async function reportAttempt(
  writer: DeliveryWriter,
  result: AttemptReport,
  listeners: AttemptListeners,
): Promise<ReportResult> {
  const { delivery, attempt, next, token, earlier = [] } = result;
  const isPostponed = attempt === null && next.state === "pending";
  const results = isPostponed ? earlier : [...earlier, result];
  const written = await writeResults(writer, results, listeners);
  const last = isPostponed
    ? await releaseLane(writer, delivery, token, next.dueAt ?? writer.clock.now())
    : (written.pop() ?? notWritten);
  return earlier.length === 0
    ? last
    : { ...last, earlier: written.map(({ isWritten }) => isWritten) };
}
const notWritten: DeliveryChangeResult = { isWritten: false, nextClaim: null };

/** Writes the results of one lane, in order. */
async function writeResults(
  writer: DeliveryWriter,
  results: readonly AttemptReport[],
  listeners: AttemptListeners,
): Promise<DeliveryChangeResult[]> {
  const now = writer.clock.now();
  const changes = results.map((result) => ({
    row: result.delivery,
    transition: applyReport(result, now),
  }));
  const submitted = await writer.submit(changes);
  const written: DeliveryChangeResult[] = [];
  for (const [n, { row, transition }] of changes.entries()) {
    const { entity, nextClaim } = submitted[n] ?? { entity: null, nextClaim: null };
    if (entity === null && transition.attempt !== null)
      await recordLateAttempt(writer, row, transition.attempt);
    written.push({ isWritten: entity !== null, nextClaim });
  }
  for (const [n, result] of results.entries())
    await notifyListeners(listeners, result, submitted[n]?.entity?.endpoint.kind);
  return written;
}

interface AttemptListeners {
  readonly onFailedAttempt: (attempt: FailedAttempt) => Promise<void>;
  readonly onAccepted: (attempt: AcceptedAttempt) => Promise<void>;
}

/** Kinds of endpoints with emails about their outages (CORE-112). */
const monitoredKinds: ReadonlySet<Delivery["endpoint"]["kind"]> = new Set([
  "channel",
  "bot",
  "webhook",
  "old_system",
]);

async function notifyListeners(
  { onFailedAttempt, onAccepted }: AttemptListeners,
  { account, endpointId, delivery, attempt, next }: AttemptReport,
  kind: Delivery["endpoint"]["kind"] | undefined,
): Promise<void> {
  const isWebhook = kind === "webhook";
  if (kind === undefined || !monitoredKinds.has(kind)) return;
  const isGivenUp = next.state === "failed" || next.state === "dead";
  // The final failure may come some time after the last attempt (CH-084). The outcome is then that
  // of the last attempt.
  const outcome = attempt?.outcome ?? (isGivenUp ? delivery.outcome : null);
  if (outcome === "delivered") {
    if (isWebhook && attempt !== null)
      await onAccepted({ account, endpointId, startedAt: attempt.startedAt });
  } else if (outcome !== null) {
    const status = attempt?.status ?? null;
    await onFailedAttempt({ account, endpointId, isWebhook, outcome, status, isGivenUp });
  }
}

/** Releases the lane of a postponed delivery until `dueAt` or an earlier delivery. */
async function releaseLane(
  { clock, query }: DeliveryWriter,
  { account, endpointId, orderKey, id }: DeliveryRow,
  token: number,
  dueAt: number,
): Promise<DeliveryChangeResult> {
  const rows = await query<{ written: boolean }>(
    "select rest_lane($1, $2, $3, $4, $5, $6, $7) as written",
    [account, endpointId, orderKey, token, id, clock.now(), dueAt],
  );
  return { isWritten: rows[0]?.written === true, nextClaim: null };
}

/**
 * Records an attempt whose endpoint was deleted or switched off during the request. The delivery
 * has already ended, but the delivery log must show what was sent (CH-088).
 */
async function recordLateAttempt(
  { query }: DeliveryWriter,
  { account, id, totalAttempts }: DeliveryRow,
  attempt: NonNullable<DeliveryTransition["attempt"]>,
): Promise<void> {
  await query(
    `with d as (update delivery set tries = tries + 1 where account_id = $1 and id = $2 and tries = $3 and state <> 'pending'
       and outcome in ('channel_deleted', 'endpoint_off') returning account_id, id, tries)
     insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome, status, error_code, error_message, request, reply)
     select d.account_id, d.id, d.tries, to_timestamp($4::float8 / 1000), $5, $6, $7, $8, $9, $10::json, $11::json from d`,
    [
      account,
      id,
      totalAttempts,
      attempt.started,
      attempt.ms,
      attempt.outcome,
      attempt.status,
      attempt.code,
      attempt.message,
      attempt.request,
      attempt.reply,
    ],
  );
}
