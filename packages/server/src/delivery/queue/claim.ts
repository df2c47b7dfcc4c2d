import type pg from "pg";
import { accountLock } from "../../store/database/locks.ts";
import { createDb } from "../../store/database/sql.ts";
import {
  parseClaims,
  roundOrNull,
  type Claim,
  type ClaimPayload,
  type EmptyLane,
} from "../../store/deliveries/claim.ts";

/**
 * Endpoints that are claimed together (CORE-122). `healthy`: the last attempt succeeded. `failing`:
 * all others, also those that have not succeeded yet.
 */
export type EndpointGroup = "healthy" | "failing";

/** Parameters of `claim_deliveries`. Times are in milliseconds since 1970. */
export interface ClaimRequest {
  readonly group: EndpointGroup;
  readonly limit: number;
  readonly now: number;
  readonly nodeId: number;
  readonly leaseUntil: number;
  /** Maximum number of concurrent requests per endpoint and webhook, and this node's slots. */
  readonly maxSlots: number;
  readonly maxWebhookSlots: number;
  readonly usedSlots: { readonly endpoints: readonly number[]; readonly counts: readonly number[] };
  /** Whether other nodes run. Their leases use slots too. */
  readonly hasOtherNodes: boolean;
}
/** Claims of one call, and leased lanes that had no pending delivery. */
export interface ClaimResult {
  readonly claims: readonly Claim[];
  readonly empty: readonly EmptyLane[];
  /** Claimed endpoints of which more lanes are due than they have slots. */
  readonly crowded: ReadonlySet<number>;
  /** Time in ms since 1970 at which a lane with a free slot can be claimed, or null. */
  readonly nextDue: number | null;
  /** The same for failing endpoints if healthy ones were claimed. Otherwise null. */
  readonly failingDue: number | null;
}

/**
 * Leases the lanes whose time has come, oldest first. Reads the first pending delivery of each with
 * its target in the same call (`store/functions/claim_deliveries.sql`). Long queues in a lane, or
 * at an endpoint without free slots, add no cost (journal.md 4). Decision 0004 lists alternatives
 * and costs.
 */
export async function claimDeliveries(pool: pg.Pool, request: ClaimRequest): Promise<ClaimResult> {
  const { rows } = await pool.query<{ result: string }>({
    name: "claim_deliveries",
    text: "select claim_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as result",
    values: [
      request.nodeId,
      request.now,
      request.leaseUntil,
      request.limit,
      request.group === "failing",
      request.maxSlots,
      request.maxWebhookSlots,
      request.usedSlots.endpoints,
      request.usedSlots.counts,
      request.hasOtherNodes,
    ],
  });
  const { lanes, crowded, next, failing } = JSON.parse(
    rows[0]?.result ?? "",
  ) as ClaimDeliveriesResult;
  return {
    ...(lanes === null ? { claims: [], empty: [] } : parseClaims(lanes, request.leaseUntil)),
    crowded: new Set(crowded),
    nextDue: roundOrNull(next),
    failingDue: roundOrNull(failing),
  };
}
/** Result of `store/functions/claim_deliveries.sql`. Times are in milliseconds since 1970. */
interface ClaimDeliveriesResult {
  readonly lanes: ClaimPayload | null;
  /** Absent if no lane was due. */
  readonly crowded?: readonly number[] | null;
  readonly next: number | null;
  readonly failing: number | null;
}

/** Releases an empty lane. Locks the account first, as all who wake lanes do. */
export async function releaseEmptyLane(pool: pg.Pool, lane: EmptyLane): Promise<void> {
  await createDb(pool).transaction(async (tx) => {
    await tx.query(`select ${accountLock("$1::bigint")}`, [lane.account]);
    await tx.query(
      `update lane l set lease_node = null, lease_until = null, started_at = null,
         due_at = case when exists (select from delivery d where d.account_id = l.account_id and d.endpoint_id = l.endpoint_id and d.order_key = l.order_key
           and d.state = 'pending') then l.due_at end
       where l.account_id = $1 and l.endpoint_id = $2 and l.order_key = $3 and l.token = $4`,
      [lane.account, lane.endpointId, lane.orderKey, lane.token],
    );
  });
}
