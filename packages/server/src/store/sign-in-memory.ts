import { ms, time, type Sql } from "./sql.ts";

/* What sign-in remembers for a while, for all nodes (decision 0017): answers that were taken, and failures (CFG-030). */

/** False: the answer to the question with this mark was taken before. Of two at once one wins. */
export async function takeAnswer(sql: Sql, once: string, now: number): Promise<boolean> {
  const rows = await sql.query(
    `insert into taken_answer (once, taken_at) values ($1, ${time("$2")}) on conflict do nothing returning once`,
    [once, now],
  );
  return rows.length > 0;
}

export interface FailuresRow {
  readonly failures: number;
  /** When the counting began. */
  readonly since: number;
  /** The latest of them. */
  readonly at: number;
}
/** What is known of each of these keys, in their order; null: nothing. */
export async function readFailures(sql: Sql, keys: readonly Buffer[]): Promise<readonly (FailuresRow | null)[]> {
  const rows = await sql.query<FailuresRow & { key: Buffer }>(
    `select key, failures, ${ms("since")} as since, ${ms("at")} as at from failed_try where key = any($1::bytea[])`,
    [keys],
  );
  return keys.map((key) => rows.find((row) => row.key.equals(key)) ?? null);
}
/**
 * One more failure; answers how many they are now. Counting begins anew when it began longer ago than `windowMs`, with `sliding` when the latest
 * failure is older; and when either lies as far ahead, since the clock went back (F14).
 */
export async function countFailure(
  sql: Sql,
  key: Buffer,
  of: { readonly now: number; readonly windowMs: number; readonly sliding: boolean },
): Promise<number> {
  const isFresh = `abs(${ms(of.sliding ? "t.at" : "t.since")} - $2) < $3`;
  const rows = await sql.query<{ failures: number }>(
    `insert into failed_try as t (key, failures, since, at) values ($1, 1, ${time("$2")}, ${time("$2")})
     on conflict (key) do update set failures = case when ${isFresh} then t.failures + 1 else 1 end,
       since = case when ${isFresh} then t.since else excluded.since end, at = excluded.at
     returning failures`,
    [key, of.now, of.windowMs],
  );
  return rows[0]?.failures ?? 0;
}
export async function forgetFailures(sql: Sql, key: Buffer): Promise<void> {
  await sql.query("delete from failed_try where key = $1", [key]);
}

/** Failures count for a quarter of an hour; answers stay two days, longer than a clock goes wrong (F14). */
export async function sweepSignInMemory(sql: Sql, now: number): Promise<void> {
  await sql.query(`delete from failed_try where at < ${time("$1")} - interval '15 minutes' or at > ${time("$1")} + interval '15 minutes'`, [
    now,
  ]);
  await sql.query(`delete from taken_answer where taken_at < ${time("$1")} - interval '2 days'`, [now]);
}
