import type { Delivery, DeliveryState, Outcome } from "../core/entity.ts";
import type { FailedDeliveriesFilter } from "../core/record/delivery.ts";
import type { AttemptReport, DeliveryRow } from "../queue/rows.ts";
import { openChanging, resultOf, type ChangeDeps, type Changing, type Next } from "./delivery-change.ts";
import { endPending } from "./end-pending.ts";
import type { FailedAttempt } from "./endpoint-down.ts";
import { countEnded, replay, resend } from "./send-again.ts";

export interface DeliveryDeps extends ChangeDeps {
  /**
   * Called after a failed attempt at an integrator's endpoint was stored. Decides whether to switch
   * the endpoint off (WH-062) or to notify operators (CORE-112). Never rejects.
   */
  readonly onFailing: (attempt: FailedAttempt) => Promise<void>;
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
  countEnded(ended: FailedDeliveriesFilter): Promise<number>;
  /**
   * Resends failed and given-up deliveries of a period, oldest first, at most `maxCount` (WH-072).
   * Resolves with their number. Rejects like `resend`.
   */
  replay(ended: FailedDeliveriesFilter, most?: number): Promise<number>;
  /**
   * Cancels all pending deliveries of an endpoint that was deleted (CH-111) or switched off
   * (WH-066). Resolves with their number. Safe to run twice.
   */
  endPending(account: number, endpointId: number, as: { readonly state: DeliveryState; readonly outcome: Outcome }): Promise<number>;
}

/** Creates the commands on deliveries. */
export function openDeliveries(deps: DeliveryDeps): Deliveries {
  const changing = openChanging(deps);
  return {
    report: (result) => report(deps, changing, result),
    resend: (account, deliveryId) => resend(changing, account, deliveryId),
    countEnded: (ended) => countEnded(changing, ended),
    replay: (ended, most) => replay(changing, ended, most),
    endPending: (account, endpointId, as) => endPending(changing, account, endpointId, as),
  };
}

async function report(deps: DeliveryDeps, changing: Changing, result: AttemptReport): Promise<boolean> {
  const { delivery, attempt, next, token, account, endpointId } = result;
  if (attempt === null && next.state === "pending") return rest(changing, delivery, token, next.dueAt ?? deps.clock.now());
  const changes = resultOf(result, deps.clock.now());
  const [written = null] = await changing.submit([delivery], () => changes);
  if (written === null && changes.attempt !== null) await keepAttempt(changing, delivery, changes.attempt);
  const kind = written?.endpoint.kind;
  const isEnd = next.state === "failed" || next.state === "dead";
  // A series may end some time after its last attempt (CH-084).
  const failed = attempt?.outcome ?? (isEnd ? delivery.outcome : null);
  if (failed !== null && failed !== "delivered" && (kind === "webhook" || kind === "channel" || kind === "bot")) {
    const status = attempt?.status ?? null;
    await deps.onFailing({ account, endpointId, isWebhook: kind === "webhook", outcome: failed, status, isEnd });
  }
  return written !== null;
}

/**
 * Releases the lane of a postponed delivery. The lane pauses until `dueAt` or until an earlier
 * delivery joins it.
 */
async function rest(
  { clock, query }: Changing,
  { account, endpointId, orderKey, id }: DeliveryRow,
  token: number,
  dueAt: number,
): Promise<boolean> {
  const rows = await query<{ written: boolean }>("select rest_lane($1, $2, $3, $4, $5, $6, $7) as written", [
    account,
    endpointId,
    orderKey,
    token,
    id,
    clock.now(),
    dueAt,
  ]);
  return rows[0]?.written === true;
}

/**
 * Records an attempt whose endpoint was deleted or switched off during the request. The delivery
 * has ended, but the delivery log must show what was sent (CH-088).
 */
async function keepAttempt({ query }: Changing, { account, id, tries }: DeliveryRow, made: NonNullable<Next["attempt"]>): Promise<void> {
  await query(
    `with d as (update delivery set tries = tries + 1 where account_id = $1 and id = $2 and tries = $3 and state <> 'pending'
       and outcome in ('channel_deleted', 'endpoint_off') returning account_id, id, tries)
     insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome, status, error_code, error_message, request, reply)
     select d.account_id, d.id, d.tries, to_timestamp($4::float8 / 1000), $5, $6, $7, $8, $9, $10::json, $11::json from d`,
    [account, id, tries, made.started, made.ms, made.outcome, made.status, made.code, made.message, made.request, made.reply],
  );
}
