import type { DeliveryState, Outcome } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import {
  deliveryColumns,
  toDeliveryRow,
  type DeliveryColumns,
  type DeliveryRow,
} from "../../store/deliveries/delivery-row.ts";
import { withoutAttempt, maxDeliveriesPerStep, type DeliveryWriter } from "./change-deliveries.ts";
import type { DeliveryTransition } from "../../journal/index.ts";

/**
 * Cancels all pending deliveries of an endpoint that was deleted (CH-111) or switched off (WH-066).
 * Resolves with the number of cancelled deliveries. Safe to run twice.
 */
export async function cancelPending(
  { clock, query, submit }: DeliveryWriter,
  account: number,
  endpointId: number,
  end: { readonly state: DeliveryState; readonly outcome: Outcome },
): Promise<number> {
  for (let count = 0, idleRounds = 0; ;) {
    const records = await query<DeliveryColumns>(
      `select ${deliveryColumns} from delivery d where d.account_id = $1 and d.endpoint_id = $2 and d.state = 'pending' order by d.order_key, d.lane_place limit ${maxDeliveriesPerStep}`,
      [account, endpointId],
    );
    if (records.length === 0) return count;
    const now = clock.now();
    const rows = records.map(toDeliveryRow);
    const results = await submit(
      rows.map((row) => ({ row, transition: createCancellation(row, end, now) })),
    );
    const written = results.filter(({ entity }) => entity !== null).length;
    count += written;
    idleRounds = written === 0 ? idleRounds + 1 : 0;
    if (idleRounds >= 5)
      refuse(
        "temporarily_unavailable",
        "Deliveries of this endpoint change too often. Try again.",
        { retryAfterMs: 1_000 },
      );
  }
}

function createCancellation(
  row: DeliveryRow,
  { state, outcome }: { readonly state: DeliveryState; readonly outcome: Outcome },
  now: number,
): DeliveryTransition {
  const { attempts, totalAttempts, anchorAt, unconfirmed } = row;
  const message =
    outcome === "channel_deleted" ? "The channel was deleted." : "The address was switched off.";
  return {
    ...withoutAttempt,
    mode: "end",
    state,
    attempts,
    totalAttempts,
    anchorAt,
    outcome,
    code: outcome,
    message,
    unconfirmed,
    now,
  };
}
