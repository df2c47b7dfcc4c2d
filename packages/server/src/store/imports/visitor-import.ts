import type { ImportState } from "@parlour/protocol/visitor-import";
import { toInteger, toIntegerOrNull, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

/** Imports of visitors (VI-001). Their rows are in `import-row.ts`. */

export interface ImportRecord {
  readonly id: number;
  readonly operatorId: number;
  readonly name: string;
  readonly header: readonly string[];
  readonly targets: readonly (string | null)[] | null;
  readonly channelId: number | null;
  readonly state: ImportState;
  readonly total: number;
  readonly processed: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
}
export interface ImportKey {
  readonly account: number;
  readonly id: number;
}
/** An import that a node plans or runs. */
export interface ActiveImport extends ImportRecord, ImportKey {
  readonly targets: readonly (string | null)[];
  readonly channelId: number;
}

/** Stores a draft without its rows. Returns its id. */
export async function insertImport(
  tx: Sql,
  account: number,
  draft: {
    readonly operatorId: number;
    readonly name: string;
    readonly header: readonly string[];
    readonly total: number;
    readonly now: number;
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into visitor_import (account_id, operator_id, name, header, total, created_at)
     values ($1, $2, $3, $4, $5, ${fromMilliseconds("$6")}) returning id::float8 as id`,
    [account, draft.operatorId, draft.name, JSON.stringify(draft.header), draft.total, draft.now],
  );
  return row?.id ?? 0;
}

/** Returns an import, or null if the account has none with this id. */
export async function findImport(
  reader: Reader,
  account: number,
  id: number,
): Promise<ImportRecord | null> {
  const row = await reader.one<Row>(
    account,
    "select * from visitor_import where account_id = $1 and id = $2",
    [account, id],
  );
  return row === null ? null : toRecord(row);
}

/** Lists imports with ids below `before`, newest first. */
export async function listImports(
  reader: Reader,
  account: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly ImportRecord[]> {
  const rows = await reader.rows<Row>(
    account,
    "select * from visitor_import where account_id = $1 and id < $2 order by id desc limit $3",
    [account, before, limit],
  );
  return rows.map(toRecord);
}

/** Counts the imports of an account that have not ended. */
export async function countOpenImports(reader: Reader, account: number): Promise<number> {
  const row = await reader.one<{ count: string }>(
    account,
    "select count(*) from visitor_import where account_id = $1 and ended_at is null",
    [account],
  );
  return toInteger(row?.count ?? 0);
}

/** Begins a plan, without the results of an earlier one. Returns false in another state. */
export async function startPlan(
  tx: Sql,
  { account, id }: ImportKey,
  plan: {
    readonly channelId: number;
    readonly targets: readonly (string | null)[];
    readonly node: number;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `with job as (
       update visitor_import set state = 'planning', channel_id = $3, targets = $4, node = $5, processed = 0
       where account_id = $1 and id = $2 and state in ('draft', 'planned') returning account_id, id),
     cleared as (
       update visitor_import_row r set customer = null, result = null, code = null, column_number = null, message = null
       from job where r.account_id = job.account_id and r.import_id = job.id and r.result is not null)
     select id from job`,
    [account, id, plan.channelId, JSON.stringify(plan.targets), plan.node],
  );
  return rows.length > 0;
}

/** Runs an import that is planned. Returns null in another state. */
export async function startImport(
  tx: Sql,
  { account, id }: ImportKey,
  node: number,
): Promise<ImportRecord | null> {
  const [row] = await tx.query<Row>(
    `update visitor_import set state = 'running', node = $3, processed = 0
     where account_id = $1 and id = $2 and state = 'planned' returning *`,
    [account, id, node],
  );
  return row === undefined ? null : toRecord(row);
}

/** Ends an import that has not ended. Visitors that were written stay. Returns null if it has. */
export async function cancelImport(
  sql: Sql,
  { account, id }: ImportKey,
  now: number,
): Promise<ImportRecord | null> {
  const [row] = await sql.query<Row>(
    `update visitor_import set state = 'cancelled', ended_at = ${fromMilliseconds("$3")}
     where account_id = $1 and id = $2 and ended_at is null returning *`,
    [account, id, now],
  );
  return row === undefined ? null : toRecord(row);
}

/** Takes over the imports of nodes that have ended. `nodes`: those that run, with this one. */
export async function claimImports(
  sql: Sql,
  node: number,
  nodes: readonly number[],
): Promise<void> {
  await sql.query(
    "update visitor_import set node = $1 where state in ('planning', 'running') and node <> all($2::bigint[])",
    [node, nodes],
  );
}

/** Returns the import of this node that was served the longest time ago, or null. */
export async function takeImport(
  sql: Sql,
  { node, now }: { readonly node: number; readonly now: number },
): Promise<ActiveImport | null> {
  const [row] = await sql.query<Row & { account: number }>(
    `with job as (
       select account_id, id from visitor_import where node = $1 and state in ('planning', 'running')
       order by served_at nulls first, id limit 1 for update)
     update visitor_import i set served_at = ${fromMilliseconds("$2")} from job
     where i.account_id = job.account_id and i.id = job.id returning i.*, i.account_id::float8 as account`,
    [node, now],
  );
  if (row === undefined) return null;
  const record = toRecord(row);
  const { targets, channelId } = record;
  if (targets === null || channelId === null) throw new Error("an active import without a plan");
  return { ...record, account: row.account, targets, channelId };
}

/** Deletes imports that ended, or were not started, before `before`, in ms since 1970. */
export async function removeOldImports(sql: Sql, before: number): Promise<void> {
  await sql.query(
    `delete from visitor_import where coalesce(ended_at, created_at) < ${fromMilliseconds("$1")} and state not in ('planning', 'running')`,
    [before],
  );
}

interface Row {
  readonly id: string;
  readonly operator_id: string;
  readonly name: string;
  readonly header: readonly string[];
  readonly targets: readonly (string | null)[] | null;
  readonly channel_id: string | null;
  readonly state: ImportState;
  readonly total: number;
  readonly processed: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}
const toRecord = (row: Row): ImportRecord => ({
  id: toInteger(row.id),
  operatorId: toInteger(row.operator_id),
  name: row.name,
  header: row.header,
  targets: row.targets,
  channelId: toIntegerOrNull(row.channel_id),
  state: row.state,
  total: row.total,
  processed: row.processed,
  createdAt: toIsoTime(row.created_at),
  endedAt: toIsoTimeOrNull(row.ended_at),
});
