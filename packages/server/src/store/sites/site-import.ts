import { toInteger, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";

/** Imports of articles from sites (ART-080). What they read is in `site-item.ts`. */

type SiteImportState = "reading" | "ready" | "cancelled";
export interface SiteImportRecord {
  readonly id: number;
  readonly operatorId: number;
  readonly address: string;
  readonly prefix: string | null;
  readonly state: SiteImportState;
  readonly host: string | null;
  readonly found: number;
  /** Addresses that are known, and those of them that were read or left out. */
  readonly total: number;
  readonly processed: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
}
export interface SiteImportKey {
  readonly account: number;
  readonly id: number;
}
/** An import that a node reads. */
export interface ActiveSiteImport extends SiteImportKey {
  readonly address: string;
  readonly prefix: string | null;
  readonly host: string | null;
}

/** Stores an import with its first address. Returns its id. */
export async function insertSiteImport(
  tx: Sql,
  account: number,
  given: {
    readonly operatorId: number;
    readonly address: string;
    readonly prefix: string | null;
    readonly node: number;
    readonly now: number;
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `with job as (
       insert into site_import (account_id, operator_id, address, prefix, node, due_at, created_at)
       values ($1, $2, $3, $4, $5, ${fromMilliseconds("$6")}, ${fromMilliseconds("$6")}) returning account_id, id)
     insert into site_item (account_id, import_id, n, kind, address) select account_id, id, 1, 'start', $3 from job
     returning import_id::float8 as id`,
    [account, given.operatorId, given.address, given.prefix, given.node, given.now],
  );
  return row?.id ?? 0;
}

const columns = `i.*, (select count(*) from site_item where account_id = i.account_id and import_id = i.id) as total,
  (select count(*) from site_item where account_id = i.account_id and import_id = i.id and state <> 'waiting') as processed`;

/** Returns an import, or null if the account has none with this id. */
export async function findSiteImport(
  reader: Reader,
  account: number,
  id: number,
): Promise<SiteImportRecord | null> {
  const row = await reader.one<Row>(
    account,
    `select ${columns} from site_import i where i.account_id = $1 and i.id = $2`,
    [account, id],
  );
  return row === null ? null : toRecord(row);
}

/** Lists imports with ids below `before`, newest first. */
export async function listSiteImports(
  reader: Reader,
  account: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly SiteImportRecord[]> {
  const rows = await reader.rows<Row>(
    account,
    `select ${columns} from site_import i where i.account_id = $1 and i.id < $2 order by i.id desc limit $3`,
    [account, before, limit],
  );
  return rows.map(toRecord);
}

/** Counts the imports of an account that still read. */
export async function countReadingImports(reader: Reader, account: number): Promise<number> {
  const row = await reader.one<{ count: string }>(
    account,
    "select count(*) from site_import where account_id = $1 and state = 'reading'",
    [account],
  );
  return toInteger(row?.count ?? 0);
}

/** Ends the reading of an import. Returns false if it has ended. */
export async function cancelSiteImport(
  tx: Sql,
  { account, id }: SiteImportKey,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update site_import set state = 'cancelled', ended_at = ${fromMilliseconds("$3")}
     where account_id = $1 and id = $2 and state = 'reading' returning id`,
    [account, id, now],
  );
  return rows.length > 0;
}

/** Takes over the imports of nodes that have ended. `nodes`: those that run, with this one. */
export async function claimSiteImports(
  sql: Sql,
  node: number,
  nodes: readonly number[],
): Promise<void> {
  await sql.query(
    "update site_import set node = $1 where state = 'reading' and node <> all($2::bigint[])",
    [node, nodes],
  );
}

/** Returns the due import of this node that was served the longest time ago, or null. */
export async function takeSiteImport(
  sql: Sql,
  { node, now }: { readonly node: number; readonly now: number },
): Promise<ActiveSiteImport | null> {
  const [row] = await sql.query<ActiveSiteImport>(
    `with job as (
       select account_id, id from site_import
       where node = $1 and state = 'reading' and due_at <= ${fromMilliseconds("$2")}
       order by served_at nulls first, id limit 1 for update)
     update site_import i set served_at = ${fromMilliseconds("$2")} from job
     where i.account_id = job.account_id and i.id = job.id
     returning i.account_id::float8 as account, i.id::float8 as id, i.address, i.prefix, i.host`,
    [node, now],
  );
  return row ?? null;
}

/** Returns when a node may send its next request, in ms since 1970. null: no import waits. */
export async function findNextDue(sql: Sql, node: number): Promise<number | null> {
  const [row] = await sql.query<{ due: number | null }>(
    `select min(${toMilliseconds("due_at")}) as due from site_import where node = $1 and state = 'reading'`,
    [node],
  );
  return row?.due ?? null;
}

/** Deletes imports that ended before `before`, in ms since 1970. */
export async function removeOldSiteImports(sql: Sql, before: number): Promise<void> {
  await sql.query(`delete from site_import where ended_at < ${fromMilliseconds("$1")}`, [before]);
}

interface Row {
  readonly id: string;
  readonly operator_id: string;
  readonly address: string;
  readonly prefix: string | null;
  readonly state: SiteImportState;
  readonly host: string | null;
  readonly found: number;
  readonly total: string;
  readonly processed: string;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}
const toRecord = (row: Row): SiteImportRecord => ({
  id: toInteger(row.id),
  operatorId: toInteger(row.operator_id),
  address: row.address,
  prefix: row.prefix,
  state: row.state,
  host: row.host,
  found: row.found,
  total: toInteger(row.total),
  processed: toInteger(row.processed),
  createdAt: toIsoTime(row.created_at),
  endedAt: toIsoTimeOrNull(row.ended_at),
});
