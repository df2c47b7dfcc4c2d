import { lastPosition } from "../last-entry.ts";
import { lockNamesQuery, runningNodesQuery } from "./nodes.ts";
import type { Sql } from "./sql.ts";
import { toInteger } from "./parameters.ts";
import { roleFacts, type RoleFacts } from "./roles/facts.ts";

/** Number and age of overdue deliveries of the whole installation. */
export interface OverdueDeliveries {
  readonly count: number;
  /** Creation time of the oldest overdue delivery in milliseconds since 1970, or null. */
  readonly oldestAt: number | null;
}

/** Returns the pending deliveries that were created before `before` (milliseconds since 1970). */
export async function readOverdueDeliveries(sql: Sql, before: number): Promise<OverdueDeliveries> {
  const [row] = await sql.query<{ count: number; oldest: number | null }>(
    `select count(*)::int as count, (extract(epoch from min(created_at)) * 1000)::float8 as oldest from delivery
     where state = 'pending' and created_at < to_timestamp($1::float8 / 1000)`,
    [before],
  );
  return { count: row?.count ?? 0, oldestAt: row?.oldest ?? null };
}

/** Counts API keys that expire in a given time. `firstAt`: ms since 1970, or null. */
export async function readExpiringKeys(
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

/**
 * Returns the time of the latest entry of all journals in milliseconds since 1970, or null. A time
 * in the future means that the clock was set back.
 */
export async function readLatestEntryTime(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select (extract(epoch from max(j.at)) * 1000)::float8 as at from account_head h join journal j on j.account_id = h.account_id and j.position = ${lastPosition("h.account_id")}`,
  );
  return row?.at ?? null;
}

/** Continuous archiving of the database (`pg_stat_archiver`). Times are in ms since 1970. */
export interface ArchiveFacts {
  /** Time of the last archived segment, or null if there is none yet. */
  readonly archivedAt: number | null;
  readonly failedAt: number | null;
  readonly failedFile: string | null;
  /** Number of complete segments after the last archived one, as far as this is known. */
  readonly waiting: number;
  /** Setting `archive_timeout` in s. 0: a segment is archived only when it is full. */
  readonly timeout: number;
  /** Start of the database server. */
  readonly startedAt: number;
}
/** Segments are numbered without gaps. The name of one is its timeline and its number. */
const archiveFacts = `(select json_build_object('archivedAt', (extract(epoch from s.last_archived_time) * 1000)::float8,
    'failedAt', (extract(epoch from s.last_failed_time) * 1000)::float8, 'failedFile', s.last_failed_wal,
    'waiting', greatest(0, case when s.last_archived_wal ~ '^[0-9A-F]{24}' then floor((pg_current_wal_lsn() - '0/0'::pg_lsn) / w.size)
      - (('x' || substr(s.last_archived_wal, 9, 8))::bit(32)::bigint * (4294967296 / w.size) + ('x' || substr(s.last_archived_wal, 17, 8))::bit(32)::bigint) - 1 end)::float8,
    'timeout', (select setting::int from pg_settings where name = 'archive_timeout'),
    'startedAt', (extract(epoch from pg_postmaster_start_time()) * 1000)::float8)
  from pg_stat_archiver s, (select pg_size_bytes(current_setting('wal_segment_size')) as size) w
  where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery())`;

export interface DatabaseFacts {
  readonly version: string;
  /** Version of PostgreSQL as in `server_version_num`. */
  readonly number: number;
  /** Whether it is a standby, which accepts no writes. */
  readonly isStandby: boolean;
  /** Names of settings that are off although acknowledged messages could be lost without them. */
  readonly unsafe: readonly string[];
  /** Time of the database's clock in milliseconds since 1970. */
  readonly now: number;
  readonly roles: RoleFacts;
  readonly free: number;
  /**
   * Value of `synchronous_commit` if a commit waits for standbys, but not until they have flushed
   * it (F03). null if there is no such risk.
   */
  readonly weakCommit: string | null;
  /** Continuous archiving, or null if it is off. */
  readonly archive: ArchiveFacts | null;
  readonly nodes: number;
  /** Names of the sessions of their processes ({@link parseLockSession}). */
  readonly lockNames: readonly string[];
}
/** The `synchronous_commit` that risks data loss with standbys, or null. */
export const weakCommitExpression = `case when current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') in ('local', 'remote_write')
  then current_setting('synchronous_commit') end`;
export async function readDatabaseFacts(sql: Sql): Promise<DatabaseFacts> {
  const [row] = await sql.query<DatabaseFacts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_is_in_recovery() as "isStandby",
       array(select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off')::text[] as unsafe,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       ${roleFacts},
       current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free,
       ${weakCommitExpression} as "weakCommit", ${archiveFacts} as archive, (select count(*)::int from (select distinct * from (${runningNodesQuery}) live) running) as nodes,
       ${lockNamesQuery} as "lockNames"`,
  );
  if (row === undefined) throw new Error("the database answered no row");
  return row;
}

/** Number of deliveries and of endpoints that were given up. */
export interface FailureCounts {
  readonly deadLetters: number;
  readonly endpointsOff: number;
}
export async function readFailureCounts(sql: Sql): Promise<FailureCounts> {
  const [row] = await sql.query<FailureCounts>(
    `select (select count(*)::int from delivery where state = 'dead') as "deadLetters",
       (select count(*)::int from endpoint where off_at is not null) as "endpointsOff"`,
  );
  return row ?? { deadLetters: 0, endpointsOff: 0 };
}

/** Storage that the installation uses, in bytes. */
export interface StorageUsage {
  readonly databaseBytes: number;
  /** Number and size of message files on disk, and of those elsewhere. */
  readonly files: { readonly count: number; readonly bytes: number };
}
export async function readStorageUsage(sql: Sql): Promise<StorageUsage> {
  const [row] = await sql.query<Record<"database" | "count" | "bytes", string>>(
    `select pg_database_size(current_database()) as database, count(*) as count, coalesce(sum(size), 0) as bytes from file where state = 'stored'`,
  );
  if (row === undefined) throw new Error("a sum of no rows");
  return {
    databaseBytes: toInteger(row.database),
    files: { count: toInteger(row.count), bytes: toInteger(row.bytes) },
  };
}
