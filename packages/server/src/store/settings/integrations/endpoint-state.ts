import type { Sql } from "../../database/sql.ts";

/**
 * Pauses an endpoint: its deliveries wait. A second pause keeps the first time. Returns false if
 * the endpoint does not exist or its owner is deleted.
 */
export async function pauseEndpoint(tx: Sql, account: number, id: number, now: number): Promise<boolean> {
  const rows = await tx.query(
    `update endpoint e set paused_at = coalesce(e.paused_at, $3) where ${activeEndpointCondition} returning e.id`,
    [account, id, new Date(now)],
  );
  return rows.length > 0;
}

/**
 * Ends a pause, and switches on an endpoint that Parlour or an operator switched off. Dead letters
 * remain, later events are sent. The failure time is reset (WH-062), otherwise the next failure
 * would switch it off again. Returns false if the endpoint does not exist or its owner is deleted.
 */
export async function resumeEndpoint(tx: Sql, account: number, id: number): Promise<boolean> {
  const rows = await tx.query(
    `update endpoint e set paused_at = null, off_at = null, off_reason = null where ${activeEndpointCondition} returning e.id`,
    [account, id],
  );
  if (rows.length === 0) return false;
  await tx.query("update endpoint_health set failing_since = null, given_up_at = null where account_id = $1 and endpoint_id = $2", [
    account,
    id,
  ]);
  return true;
}

const activeEndpointCondition = `e.account_id = $1 and e.id = $2 and exists (
    select from channel c where c.account_id = $1 and c.endpoint_id = $2 and c.deleted_at is null
    union all select from bot b where b.account_id = $1 and b.endpoint_id = $2 and b.deleted_at is null
    union all select from webhook w where w.account_id = $1 and w.endpoint_id = $2 and w.deleted_at is null)`;
