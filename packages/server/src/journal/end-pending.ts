import type { DeliveryState, Outcome } from "../core/entity.ts";
import { refuse } from "../core/failure.ts";
import { deliveryColumns, deliveryRow, type DeliveryRecord, type DeliveryRow } from "../queue/rows.ts";
import { bare, step, type Changing, type Next } from "./delivery-change.ts";

/**
 * Cancels all pending deliveries of an endpoint that was deleted (CH-111) or switched off (WH-066).
 * Resolves with their number. Safe to run twice.
 */
export async function endPending(
  { clock, query, submit }: Changing,
  account: number,
  endpointId: number,
  as: { readonly state: DeliveryState; readonly outcome: Outcome },
): Promise<number> {
  for (let count = 0, idle = 0; ;) {
    const records = await query<DeliveryRecord>(
      `select ${deliveryColumns} from delivery d where d.account_id = $1 and d.endpoint_id = $2 and d.state = 'pending' order by d.order_key, d.lane_place limit ${step}`,
      [account, endpointId],
    );
    if (records.length === 0) return count;
    const now = clock.now();
    const results = await submit(records.map(deliveryRow), (row) => endOf(row, as, now));
    const written = results.filter((result) => result !== null).length;
    count += written;
    idle = written === 0 ? idle + 1 : 0;
    if (idle >= 5) refuse("temporarily_unavailable", "Deliveries of this endpoint change too often. Try again.", { retryAfterMs: 1_000 });
  }
}

function endOf(row: DeliveryRow, { state, outcome }: { readonly state: DeliveryState; readonly outcome: Outcome }, now: number): Next {
  const { attempts, tries, anchorAt: anchor, unconfirmed } = row;
  const message = outcome === "channel_deleted" ? "The channel was deleted." : "The address was switched off.";
  return { ...bare, mode: "end", state, attempts, tries, anchor, outcome, code: outcome, message, unconfirmed, now };
}
