import { liveNodes } from "../nodes.ts";
import type { Sql } from "../sql.ts";
import { int } from "./values.ts";

/** What waits to be sent in the whole installation. */
export interface Overdue {
  readonly count: number;
  /** When the oldest of them was owed, ms; null: none. */
  readonly oldestAt: number | null;
}

/** Deliveries that were owed before `before` (ms) and are neither done nor given up. */
export async function overdueDeliveries(sql: Sql, before: number): Promise<Overdue> {
  const [row] = await sql.query<{ count: number; oldest: number | null }>(
    `select count(*)::int as count, (extract(epoch from min(created_at)) * 1000)::float8 as oldest from delivery
     where state = 'pending' and created_at < to_timestamp($1::float8 / 1000)`,
    [before],
  );
  return { count: row?.count ?? 0, oldestAt: row?.oldest ?? null };
}

/** API keys that end within a time from now, and when the first of them does, ms; null: none. */
export async function endingKeys(
  sql: Sql,
  now: number,
  withinMs: number,
): Promise<{ readonly count: number; readonly firstAt: number | null }> {
  const [row] = await sql.query<{ count: number; first: number | null }>(
    `select count(*)::int as count, (extract(epoch from min(expires_at)) * 1000)::float8 as first from api_key
     where expires_at > to_timestamp($1::float8 / 1000) and expires_at <= to_timestamp($2::float8 / 1000)`,
    [now, now + withinMs],
  );
  return { count: row?.count ?? 0, firstAt: row?.first ?? null };
}

/** When the latest entry of all journals was written, ms; null: there is none. A time to come means that the clock went back. */
export async function latestEntryAt(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select (extract(epoch from max(j.at)) * 1000)::float8 as at from account_head h join journal j on j.account_id = h.account_id and j.position = h.position`,
  );
  return row?.at ?? null;
}

/** What a database is. */
export interface DatabaseFacts {
  readonly version: string;
  /** As `server_version_num`. */
  readonly number: number;
  /** Settings that are off, under which an acknowledged message could be lost. */
  readonly unsafe: readonly string[];
  /** Its clock, ms. */
  readonly now: number;
  readonly mayCreateRole: boolean;
  readonly hasRoles: boolean;
  /** Connections that are left. */
  readonly free: number;
  /** `synchronous_commit` where standbys are waited for, but not until they have what was committed on disk (F03); null: no such risk. */
  readonly weakCommit: string | null;
  /** Nodes that run on this database. */
  readonly nodes: number;
}
/** The weak `synchronous_commit` of a database with standbys, as an expression; null where there is no such risk. */
export const weakCommit = `case when current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') in ('local', 'remote_write')
  then current_setting('synchronous_commit') end`;
export async function readDatabaseFacts(sql: Sql): Promise<DatabaseFacts> {
  const [row] = await sql.query<DatabaseFacts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       array(select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off')::text[] as unsafe,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as "mayCreateRole",
       (select count(*) = 3 from pg_roles where rolname in ('parlour_writer', 'parlour_reader', 'parlour_search')) as "hasRoles",
       current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free,
       ${weakCommit} as "weakCommit", (select count(*)::int from (select distinct * from (${liveNodes}) live) running) as nodes`,
  );
  if (row === undefined) throw new Error("the database answered no row");
  return row;
}

/** What was given up. */
export interface Trouble {
  readonly deadLetters: number;
  readonly endpointsOff: number;
}
export async function readTrouble(sql: Sql): Promise<Trouble> {
  const [row] = await sql.query<Trouble>(
    `select (select count(*)::int from delivery where state = 'dead') as "deadLetters",
       (select count(*)::int from endpoint where off_at is not null) as "endpointsOff"`,
  );
  return row ?? { deadLetters: 0, endpointsOff: 0 };
}

/** What the installation keeps, in bytes. */
export interface Kept {
  readonly databaseBytes: number;
  /** Of messages, on the disk and elsewhere. */
  readonly files: { readonly count: number; readonly bytes: number };
}
export async function readKept(sql: Sql): Promise<Kept> {
  const [row] = await sql.query<Record<"database" | "count" | "bytes", string>>(
    `select pg_database_size(current_database()) as database, count(*) as count, coalesce(sum(size), 0) as bytes from file where state = 'stored'`,
  );
  if (row === undefined) throw new Error("a sum of no rows");
  return { databaseBytes: int(row.database), files: { count: int(row.count), bytes: int(row.bytes) } };
}
