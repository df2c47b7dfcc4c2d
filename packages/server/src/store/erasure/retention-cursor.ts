import type { Db, Sql } from "../database/sql.ts";

/** Removes a batch of an account's data before `before` (ms). `isOver`: nothing is left. */
export type RetentionBatch = (
  db: Db,
  account: number,
  before: number,
  now: number,
) => Promise<{ readonly count: number; readonly isOver: boolean }>;

/** Number of rows that one batch scans. */
export const rowsPerBatch = 2_000;

/**
 * Processes the entries of the journal after the stored cursor of this kind, up to those that are
 * newer than `before`. Times rise with positions.
 */
export async function processRetentionBatch(
  db: Db,
  account: number,
  { kind, before }: { readonly kind: string; readonly before: number },
  run: (first: number, last: number) => Promise<number>,
): Promise<{ count: number; isOver: boolean }> {
  const cursor = await readRetentionCursor(db, account, kind);
  const rows = await db.query<{ position: number; is_old: boolean }>(
    `select position::float8 as position, at < $3 as is_old from journal where account_id = $1 and position > $2 order by position limit ${rowsPerBatch}`,
    [account, cursor, new Date(before)],
  );
  const firstRecent = rows.findIndex((row) => !row.is_old);
  const last = (firstRecent === -1 ? rows : rows.slice(0, firstRecent)).at(-1);
  if (last === undefined) return { count: 0, isOver: true };
  const count = await run(cursor, last.position);
  await writeRetentionCursor(db, account, kind, last.position);
  return { count, isOver: rows.length < rowsPerBatch || firstRecent !== -1 };
}

export async function readRetentionCursor(
  sql: Sql,
  account: number,
  kind: string,
): Promise<number> {
  const [row] = await sql.query<{ position: number }>(
    "select place::float8 as position from retention_mark where account_id = $1 and kind = $2",
    [account, kind],
  );
  return row?.position ?? 0;
}
export async function writeRetentionCursor(
  sql: Sql,
  account: number,
  kind: string,
  position: number,
): Promise<void> {
  await sql.query(
    "insert into retention_mark (account_id, kind, place) values ($1, $2, $3) on conflict (account_id, kind) do update set place = excluded.place",
    [account, kind, position],
  );
}
