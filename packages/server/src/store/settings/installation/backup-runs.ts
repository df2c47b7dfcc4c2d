import type { BackupError } from "@parlour/protocol/api";
import { runningNodesQuery } from "../../database/nodes.ts";
import { fromMilliseconds, toMilliseconds, type Sql } from "../../database/sql.ts";

/** One attempt to make a backup. Times are ms since 1970. */
export interface BackupRunRecord extends BackupResult {
  readonly id: number;
  /** Local date and time for which the schedule asked. Null: an operator asked. */
  readonly night: string | null;
  readonly state: "waiting" | "running" | "done" | "failed";
  readonly requestedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly host: string | null;
  readonly path: string | null;
  readonly error: BackupError | null;
  readonly removedAt: number | null;
}
/** What a complete copy contains. */
export interface BackupResult {
  readonly bytes: number;
  readonly fileBytes: number;
  readonly accounts: readonly {
    readonly id: number;
    readonly name: string;
    readonly position: number;
  }[];
}

/** Maximum number of attempts if nodes stop while they write a copy. */
const maxAttempts = 3;

const runColumns = `id::float8 as id, night, state, ${toMilliseconds("requested_at")} as "requestedAt",
  ${toMilliseconds("started_at")} as "startedAt", ${toMilliseconds("finished_at")} as "finishedAt", host, path,
  bytes::float8 as bytes, file_bytes::float8 as "fileBytes", accounts, error, ${toMilliseconds("removed_at")} as "removedAt"`;
const isOfThisEpoch = "epoch = (select epoch from instance)";

/** Asks for a backup. Returns false if one waits or runs, or the night was asked for. */
export async function requestBackup(sql: Sql, night: string | null, now: number): Promise<boolean> {
  const rows = await sql.query(
    `insert into backup_run (epoch, night, state, requested_at)
     select epoch, $1, 'waiting', ${fromMilliseconds("$2")} from instance on conflict do nothing returning id`,
    [night, now],
  );
  return rows.length > 0;
}

/**
 * Ends the runs of nodes that no longer run, and those that a restored backup contains. Asks for
 * another attempt of the former.
 */
export async function endLostBackups(tx: Sql, node: number, now: number): Promise<void> {
  const lost = await tx.query<{ night: string | null; attempt: number; own: boolean }>(
    `update backup_run set state = 'failed', error = 'interrupted', finished_at = ${fromMilliseconds("$2")}
     where state in ('waiting', 'running') and (not ${isOfThisEpoch}
       or state = 'running' and node <> $1 and node not in (${runningNodesQuery}))
     returning night, attempt, ${isOfThisEpoch} as own`,
    [node, now],
  );
  for (const { night, attempt, own } of lost)
    if (own && attempt < maxAttempts)
      await tx.query(
        `insert into backup_run (epoch, night, attempt, state, requested_at)
         select epoch, $1, $2, 'waiting', ${fromMilliseconds("$3")} from instance on conflict do nothing`,
        [night, attempt + 1, now],
      );
}

/** Lets this node make the waiting backup. Returns null if none waits. */
export async function claimBackup(
  sql: Sql,
  claim: { readonly node: number; readonly host: string; readonly now: number },
): Promise<BackupRunRecord | null> {
  const [row] = await sql.query<BackupRunRecord>(
    `update backup_run set state = 'running', node = $1, host = $2, started_at = ${fromMilliseconds("$3")}
     where state = 'waiting' and ${isOfThisEpoch} returning ${runColumns}`,
    [claim.node, claim.host, claim.now],
  );
  return row ?? null;
}

/** Stores folder and progress of a backup. Returns false if the node lost the run. */
export async function recordBackupProgress(
  sql: Sql,
  id: number,
  { path, bytes }: { readonly path: string; readonly bytes: number },
): Promise<boolean> {
  const rows = await sql.query(
    "update backup_run set path = $2, bytes = $3 where id = $1 and state = 'running' returning id",
    [id, path, bytes],
  );
  return rows.length > 0;
}

/**
 * Stores that a copy is complete, also that of a run which was ended as interrupted. Returns false
 * if another run has replaced it.
 */
export async function finishBackup(
  sql: Sql,
  id: number,
  { bytes, fileBytes, accounts }: BackupResult,
  now: number,
): Promise<boolean> {
  const rows = await sql.query(
    `update backup_run set state = 'done', error = null, bytes = $2, file_bytes = $3, accounts = $4, finished_at = ${fromMilliseconds("$5")}
     where id = $1 and (state = 'running' or state = 'failed' and error = 'interrupted') and removed_at is null returning id`,
    [id, bytes, fileBytes, JSON.stringify(accounts), now],
  );
  return rows.length > 0;
}

export async function failBackup(
  sql: Sql,
  id: number,
  error: BackupError,
  now: number,
): Promise<void> {
  await sql.query(
    `update backup_run set state = 'failed', error = $2, finished_at = ${fromMilliseconds("$3")} where id = $1 and state = 'running'`,
    [id, error, now],
  );
}

/** Returns the latest runs, newest first. */
export function listBackupRuns(sql: Sql, limit: number): Promise<readonly BackupRunRecord[]> {
  return sql.query<BackupRunRecord>(
    `select ${runColumns} from backup_run order by id desc limit $1`,
    [limit],
  );
}

/**
 * Returns the complete copies of this installation beyond the newest `maxCopies`, and what
 * interrupted runs of this machine may have left.
 */
export async function listRemovableBackups(
  sql: Sql,
  maxCopies: number,
  host: string,
): Promise<{
  readonly surplus: readonly BackupRunRecord[];
  readonly interrupted: readonly BackupRunRecord[];
}> {
  const own = `${isOfThisEpoch} and removed_at is null and path is not null`;
  const surplus = await sql.query<BackupRunRecord>(
    `select ${runColumns} from backup_run where ${own} and state = 'done' order by started_at desc, id desc offset $1`,
    [maxCopies],
  );
  const interrupted = await sql.query<BackupRunRecord>(
    `select ${runColumns} from backup_run where ${own} and state = 'failed' and host = $1 order by id`,
    [host],
  );
  return { surplus, interrupted };
}

export async function markBackupRemoved(sql: Sql, id: number, now: number): Promise<void> {
  await sql.query(`update backup_run set removed_at = ${fromMilliseconds("$2")} where id = $1`, [
    id,
    now,
  ]);
}

/** What the health check and the screens need to know about backups of the server. */
export interface BackupFacts {
  /** The newest complete copy, or null. */
  readonly latest: BackupRunRecord | null;
  /** The run that ended last, or null. */
  readonly lastEnded: BackupRunRecord | null;
}

export async function readBackupFacts(sql: Sql): Promise<BackupFacts> {
  const latest = await sql.query<BackupRunRecord>(
    `select ${runColumns} from backup_run where state = 'done' and removed_at is null order by started_at desc, id desc limit 1`,
  );
  const lastEnded = await sql.query<BackupRunRecord>(
    `select ${runColumns} from backup_run where state in ('done', 'failed') and ${isOfThisEpoch} order by id desc limit 1`,
  );
  return { latest: latest[0] ?? null, lastEnded: lastEnded[0] ?? null };
}

/** Returns whether the schedule has asked for the backup of a night. */
export async function isNightRequested(sql: Sql, night: string): Promise<boolean> {
  const rows = await sql.query(
    `select from backup_run where night = $1 and ${isOfThisEpoch} limit 1`,
    [night],
  );
  return rows.length > 0;
}
