import type { Delivery, DeliveryState, Outcome } from "../../core/entity.ts";
import type { FailedDeliveriesFilter } from "../../store/deliveries/delivery-record.ts";
import type { AttemptReport, DeliveryRow } from "../../store/deliveries/delivery-row.ts";
import {
  createDeliveryWriter,
  applyReport,
  type DeliveryWriterDeps,
  type DeliveryWriter,
  type DeliveryTransition,
} from "./change-deliveries.ts";
import { cancelPending } from "./cancel-pending.ts";
import type { FailedAttempt } from "./endpoint-outage.ts";
import { countResendable, replayDeliveries, resendDelivery } from "./resend.ts";

export interface DeliveryDeps extends DeliveryWriterDeps {
  /**
   * Called after a failed attempt at an integrator's endpoint was stored. Decides whether to switch
   * the endpoint off (WH-062) or to notify operators (CORE-112). Never rejects.
   */
  readonly onFailedAttempt: (attempt: FailedAttempt) => Promise<void>;
}
/** Commands on deliveries. All writes pass through the gateway. */
export interface Deliveries {
  /**
   * Writes the result of an attempt under its fencing token and ends the claim. The lane becomes
   * free and its token is raised. Resolves with false if the token is stale and nothing was
   * written. If there was no attempt and the delivery is still pending, the lane pauses and no
   * entry is written.
   */
  report(result: AttemptReport): Promise<boolean>;
  /**
   * Resends a delivery (CH-086, WH-072): starts a new series with the same ids at the end of its
   * lane. Rejects with Refusal `not_found` or `not_deliverable`.
   */
  resend(account: number, deliveryId: number): Promise<Delivery>;
  /** Returns the number of deliveries that `replay` would resend. */
  countResendable(ended: FailedDeliveriesFilter): Promise<number>;
  /**
   * Resends failed and given-up deliveries of a period, oldest first, at most `maxCount` (WH-072).
   * Resolves with their number. Rejects like `resend`.
   */
  replay(ended: FailedDeliveriesFilter, most?: number): Promise<number>;
  /**
   * Cancels all pending deliveries of an endpoint that was deleted (CH-111) or switched off
   * (WH-066). Resolves with their number. Safe to run twice.
   */
  cancelPending(
    account: number,
    endpointId: number,
    as: { readonly state: DeliveryState; readonly outcome: Outcome },
  ): Promise<number>;
}

/** Creates the commands on deliveries. */
export function createDeliveries(deps: DeliveryDeps): Deliveries {
  const writer = createDeliveryWriter(deps);
  return {
    report: (result) => reportAttempt(deps, writer, result),
    resend: (account, deliveryId) => resendDelivery(writer, account, deliveryId),
    countResendable: (ended) => countResendable(writer, ended),
    replay: (ended, maxCount) => replayDeliveries(writer, ended, maxCount),
    cancelPending: (account, endpointId, end) => cancelPending(writer, account, endpointId, end),
  };
}

async function reportAttempt(
  deps: DeliveryDeps,
  writer: DeliveryWriter,
  result: AttemptReport,
): Promise<boolean> {
  const { delivery, attempt, next, token, account, endpointId } = result;
  if (attempt === null && next.state === "pending")
    return releaseLane(writer, delivery, token, next.dueAt ?? deps.clock.now());
  const changes = applyReport(result, deps.clock.now());
  const [entity = null] = await writer.submit([delivery], () => changes);
  if (entity === null && changes.attempt !== null)
    await recordLateAttempt(writer, delivery, changes.attempt);
  const kind = entity?.endpoint.kind;
  const isGivenUp = next.state === "failed" || next.state === "dead";
  // A series may end some time after its last attempt (CH-084).
  const failedOutcome = attempt?.outcome ?? (isGivenUp ? delivery.outcome : null);
  if (
    failedOutcome !== null &&
    failedOutcome !== "delivered" &&
    (kind === "webhook" || kind === "channel" || kind === "bot")
  ) {
    const status = attempt?.status ?? null;
    await deps.onFailedAttempt({
      account,
      endpointId,
      isWebhook: kind === "webhook",
      outcome: failedOutcome,
      status,
      isGivenUp,
    });
  }
  return entity !== null;
}

/**
 * Releases the lane of a postponed delivery. The lane pauses until `dueAt` or until an earlier
 * delivery joins it.
 */
async function releaseLane(
  { clock, query }: DeliveryWriter,
  { account, endpointId, orderKey, id }: DeliveryRow,
  token: number,
  dueAt: number,
): Promise<boolean> {
  const rows = await query<{ written: boolean }>(
    "select rest_lane($1, $2, $3, $4, $5, $6, $7) as written",
    [account, endpointId, orderKey, token, id, clock.now(), dueAt],
  );
  return rows[0]?.written === true;
}

/**
 * Records an attempt whose endpoint was deleted or switched off during the request. The delivery
 * has ended, but the delivery log must show what was sent (CH-088).
 */
async function recordLateAttempt(
  { query }: DeliveryWriter,
  { account, id, tries }: DeliveryRow,
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
      tries,
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
