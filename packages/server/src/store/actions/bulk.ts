import type { Action, ActionResult } from "@parlour/protocol/actions/actions";

import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";
import type { Reader } from "../database/reader.ts";
import { toInteger, toIsoTime } from "../database/parameters.ts";

/** Bulk actions and the chats of each (ACT-030). */

type BulkState = "running" | "done" | "cancelled";
export interface BulkRecord {
  readonly id: number;
  readonly operatorId: number;
  readonly state: BulkState;
  readonly actions: readonly Action[];
  readonly total: number;
  /** Chats that were processed. `refused`: those of which an action was refused. */
  readonly processed: number;
  readonly refused: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
}
/** Results of the chat with the number `n` in the bulk action. */
export interface BulkResult {
  readonly n: number;
  readonly results: readonly ActionResult[];
}
export interface BulkChatRecord extends BulkResult {
  readonly chatId: number;
}
/** A part of a bulk action that a worker processes. */
export interface BulkSlice {
  readonly account: number;
  readonly id: number;
  readonly operatorId: number;
  readonly actions: readonly Action[];
  /** When the operator asked for it, ms since 1970. */
  readonly createdAt: number;
  readonly chats: readonly { readonly n: number; readonly chatId: number }[];
}

/** Stores a bulk action with its chats, claimed by the node that stores it. Returns its id. */
export async function createBulk(
  tx: Sql,
  account: number,
  bulk: {
    readonly operatorId: number;
    readonly node: number;
    readonly actions: readonly Action[];
    readonly chats: readonly number[];
    readonly now: number;
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `with job as (
       insert into bulk_action (account_id, operator_id, node, actions, total, created_at)
       values ($1, $2, $3, $4, cardinality($5::bigint[]), ${fromMilliseconds("$6")}) returning account_id, id),
     chats as (
       insert into bulk_chat (account_id, bulk_id, n, chat_id)
       select job.account_id, job.id, c.n, c.id from job, unnest($5::bigint[]) with ordinality c(id, n))
     select id::float8 as id from job`,
    [account, bulk.operatorId, bulk.node, JSON.stringify(bulk.actions), bulk.chats, bulk.now],
  );
  return row?.id ?? 0;
}

/** Returns a bulk action, or null if the account has none with this id. */
export async function findBulk(
  reader: Reader,
  account: number,
  id: number,
): Promise<BulkRecord | null> {
  const row = await reader.one<StoredBulk>(
    account,
    "select * from bulk_action where account_id = $1 and id = $2",
    [account, id],
  );
  if (row === null) return null;
  return {
    id: toInteger(row.id),
    operatorId: toInteger(row.operator_id),
    state: row.state,
    actions: row.actions,
    total: row.total,
    processed: row.processed,
    refused: row.refused,
    createdAt: toIsoTime(row.created_at),
    endedAt: row.ended_at === null ? null : toIsoTime(row.ended_at),
  };
}
interface StoredBulk {
  readonly id: string;
  readonly operator_id: string;
  readonly state: BulkState;
  readonly actions: readonly Action[];
  readonly total: number;
  readonly processed: number;
  readonly refused: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** Lists processed chats of a bulk action after the number `after`, in their order. */
export async function listBulkResults(
  reader: Reader,
  account: number,
  { id, after, limit }: { readonly id: number; readonly after: number; readonly limit: number },
): Promise<readonly BulkChatRecord[]> {
  const rows = await reader.rows<{ n: number; chat_id: string; results: readonly ActionResult[] }>(
    account,
    `select n, chat_id, results from bulk_chat where account_id = $1 and bulk_id = $2 and n > $3 and results is not null order by n limit $4`,
    [account, id, after, limit],
  );
  return rows.map((row) => ({ n: row.n, chatId: toInteger(row.chat_id), results: row.results }));
}

/** Ends a bulk action, unless it has ended. Chats that were processed stay so. */
export async function cancelBulk(
  sql: Sql,
  { account, id, now }: { readonly account: number; readonly id: number; readonly now: number },
): Promise<void> {
  await sql.query(
    `update bulk_action set state = 'cancelled', ended_at = ${fromMilliseconds("$3")} where account_id = $1 and id = $2 and state = 'running'`,
    [account, id, now],
  );
}

/** Takes over running bulk actions of ended nodes. `nodes`: those that run, with this one. */
export async function claimBulks(sql: Sql, node: number, nodes: readonly number[]): Promise<void> {
  await sql.query(
    "update bulk_action set node = $1 where state = 'running' and node <> all($2::bigint[])",
    [node, nodes],
  );
}

/**
 * Returns the next chats of the running bulk action of this node that was served the longest time
 * ago, and notes that they begin. Of chats that began more than a day ago without a result, the
 * outcome is unknown, because the keys that make a repeat harmless have expired.
 */
export async function takeBulkSlice(
  sql: Sql,
  { node, limit, now }: { readonly node: number; readonly limit: number; readonly now: number },
): Promise<BulkSlice | null> {
  const [row] = await sql.query<{
    account: number;
    id: number;
    operatorId: number;
    actions: readonly Action[];
    createdAt: number;
    chats: { n: number; chatId: number }[] | null;
  }>(
    `with job as (
       select account_id, id from bulk_action where node = $1 and state = 'running' order by served_at nulls first, id limit 1 for update),
     expired as (
       update bulk_chat c set results = '[]' from job where c.account_id = job.account_id and c.bulk_id = job.id
         and c.results is null and c.began_at < ${fromMilliseconds("$3")} - interval '20 hours' returning c.n),
     slice as (
       select c.account_id, c.bulk_id, c.n, c.chat_id from bulk_chat c join job on c.account_id = job.account_id and c.bulk_id = job.id
       where c.results is null and not exists (select from expired e where e.n = c.n) order by c.n limit $2),
     begun as (
       update bulk_chat c set began_at = coalesce(c.began_at, ${fromMilliseconds("$3")}) from slice s
       where c.account_id = s.account_id and c.bulk_id = s.bulk_id and c.n = s.n)
     update bulk_action b set served_at = ${fromMilliseconds("$3")}, processed = b.processed + (select count(*) from expired) from job where b.account_id = job.account_id and b.id = job.id
     returning b.account_id::float8 as account, b.id::float8 as id, b.operator_id::float8 as "operatorId", b.actions, ${toMilliseconds("b.created_at")} as "createdAt",
       (select json_agg(json_build_object('n', s.n, 'chatId', s.chat_id) order by s.n) from slice s) as chats`,
    [node, limit, now],
  );
  if (row === undefined) return null;
  return { ...row, chats: row.chats ?? [] };
}

/** Stores first results of chats, and ends the bulk action if no chat is left. */
export async function saveBulkResults(
  sql: Sql,
  { account, id }: BulkSlice,
  results: readonly BulkResult[],
  now: number,
): Promise<void> {
  await sql.query(
    `with saved as (
       update bulk_chat c set results = g.results from jsonb_to_recordset($3::jsonb) g(n int, results jsonb)
       where c.account_id = $1 and c.bulk_id = $2 and c.n = g.n and c.results is null returning c.results),
     counts as (
       select count(*) as processed, count(*) filter (where results @> '[{"result":"refused"}]') as refused from saved)
     update bulk_action b set processed = b.processed + counts.processed, refused = b.refused + counts.refused,
       state = case when b.state = 'running' and b.processed + counts.processed = b.total then 'done' else b.state end,
       ended_at = case when b.state = 'running' and b.processed + counts.processed = b.total then ${fromMilliseconds("$4")} else b.ended_at end
     from counts where b.account_id = $1 and b.id = $2`,
    [account, id, JSON.stringify(results), now],
  );
}

/** Deletes bulk actions that ended before `before`, in ms since 1970, with their chats. */
export async function removeOldBulks(sql: Sql, before: number): Promise<void> {
  await sql.query(`delete from bulk_action where ended_at < ${fromMilliseconds("$1")}`, [before]);
}
