import type { Sql } from "../sql.ts";

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

/** When the latest entry of all journals was written, ms; null: there is none. A time to come means that the clock went back. */
export async function latestEntryAt(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select (extract(epoch from max(j.at)) * 1000)::float8 as at from account_head h join journal j on j.account_id = h.account_id and j.position = h.position`,
  );
  return row?.at ?? null;
}
