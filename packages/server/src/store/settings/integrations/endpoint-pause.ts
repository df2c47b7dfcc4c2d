import type { Sql } from "../../database/sql.ts";
import { activeEndpointCondition } from "./endpoint.ts";

/**
 * Pauses an endpoint, so that its deliveries wait. A repeat keeps the time of the first pause.
 * Returns false if the endpoint does not exist or its owner is deleted.
 */
export async function pauseEndpoint(
  tx: Sql,
  account: number,
  id: number,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update endpoint e set paused_at = coalesce(e.paused_at, $3) where ${activeEndpointCondition} returning e.id`,
    [account, id, new Date(now)],
  );
  return rows.length > 0;
}

/**
 * Ends a pause, and switches on an endpoint that Parlour or an operator switched off. Dead letters
 * remain, and only later events are sent. The start of its failures is reset (WH-062), because
 * otherwise the next failure would switch it off again. Returns false if the endpoint does not
 * exist or its owner is deleted.
 */
export async function resumeEndpoint(tx: Sql, account: number, id: number): Promise<boolean> {
  const rows = await tx.query(
    `update endpoint e set paused_at = null, off_at = null, off_reason = null where ${activeEndpointCondition} returning e.id`,
    [account, id],
  );
  if (rows.length === 0) return false;
  await tx.query(
    "update endpoint_health set failing_since = null, given_up_at = null where account_id = $1 and endpoint_id = $2",
    [account, id],
  );
  return true;
}
