import { toMilliseconds, fromMilliseconds, type Sql } from "../database/sql.ts";

/*
 * State of sign-ins that all nodes share (decisions 0048 and 0107): used challenges and failed
 * attempts (CFG-030).
 */

/**
 * Marks a challenge as used. Returns false if it was used before. If two calls run at the same
 * time, only one succeeds.
 */
export async function consumeChallenge(
  sql: Sql,
  challengeId: string,
  now: number,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into taken_answer (once, taken_at) values ($1, ${fromMilliseconds("$2")}) on conflict do nothing returning once`,
    [challengeId, now],
  );
  return rows.length > 0;
}

export interface FailuresRow {
  readonly failures: number;
  /** Start of the period in which failures are counted together. */
  readonly since: number;
  /** Time of the latest failure. */
  readonly at: number;
}
/** Returns the failures of each key in the given order, with null for keys without failures. */
export async function readFailures(
  sql: Sql,
  keys: readonly Buffer[],
): Promise<readonly (FailuresRow | null)[]> {
  const rows = await sql.query<FailuresRow & { key: Buffer }>(
    `select key, failures, ${toMilliseconds("since")} as since, ${toMilliseconds("at")} as at from failed_try where key = any($1::bytea[])`,
    [keys],
  );
  return keys.map((key) => rows.find((row) => row.key.equals(key)) ?? null);
}
/**
 * Counts a failure and returns the new number. Counting restarts if the window began more than
 * `windowMs` ago or, with `sliding`, if the latest failure is older than that. It also
 * restarts if either time is that far in the future, because the clock went back (F14).
 */
export async function countFailure(
  sql: Sql,
  key: Buffer,
  options: { readonly now: number; readonly windowMs: number; readonly sliding: boolean },
): Promise<number> {
  const isFresh = `abs(${toMilliseconds(options.sliding ? "t.at" : "t.since")} - $2) < $3`;
  const rows = await sql.query<{ failures: number }>(
    `insert into failed_try as t (key, failures, since, at) values ($1, 1, ${fromMilliseconds("$2")}, ${fromMilliseconds("$2")})
     on conflict (key) do update set failures = case when ${isFresh} then t.failures + 1 else 1 end,
       since = case when ${isFresh} then t.since else excluded.since end, at = excluded.at
     returning failures`,
    [key, options.now, options.windowMs],
  );
  return rows[0]?.failures ?? 0;
}
export async function clearFailures(sql: Sql, key: Buffer): Promise<void> {
  await sql.query("delete from failed_try where key = $1", [key]);
}

/** Removes failures after 15 minutes and used challenges after two days (F14). */
export async function removeExpiredAttempts(sql: Sql, now: number): Promise<void> {
  await sql.query(
    `delete from failed_try where at < ${fromMilliseconds("$1")} - interval '15 minutes' or at > ${fromMilliseconds("$1")} + interval '15 minutes'`,
    [now],
  );
  await sql.query(
    `delete from taken_answer where taken_at < ${fromMilliseconds("$1")} - interval '2 days'`,
    [now],
  );
}
