import { lastPosition } from "../store/last-entry.ts";
import { formatHeadNotice, headsChannel } from "../bus/index.ts";
import type { Sql } from "../store/database/sql.ts";

/** Notifies running nodes when this transaction commits. Polling finds lost notices. */
export async function notifyNodes(tx: Sql, accounts: readonly number[]): Promise<void> {
  const heads = await tx.query<{ account: number; head: number }>(
    `select a.id::float8 as account, ${lastPosition("a.id")}::float8 as head from account a where a.id = any($1::bigint[])`,
    [accounts],
  );
  for (const { account, head } of heads)
    await tx.query("select pg_notify($1, $2)", [headsChannel, formatHeadNotice(account, head)]);
}
