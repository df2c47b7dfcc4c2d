import type { Sql } from "../database/sql.ts";

/**
 * Statements for all settings tables that have the columns `account_id` and `id`. The caller must
 * have the account lock, so that no other change can take a name at the same time. Names of tables
 * and columns must come from the code, never from a request.
 */

/** Values by column. A column with the value undefined stays unchanged, or has its default. */
export type Columns = Readonly<Record<string, unknown>>;
/** Identifies a row of an account. */
export interface RowKey {
  readonly account: number;
  readonly id: number;
}

/** Inserts a row and returns its id, or null if a unique index rejects it. */
export async function insertRow(
  tx: Sql,
  table: string,
  account: number,
  columns: Columns,
): Promise<number | null> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name);
  const places = names.map((_, n) => `$${n + 2}`);
  const rows = await tx.query<{ id: number }>(
    `insert into ${table} (account_id, ${names.join(", ")}) values ($1, ${places.join(", ")})
     on conflict do nothing returning id::float8 as id`,
    [account, ...given.map(([, value]) => value)],
  );
  return rows[0]?.id ?? null;
}

/** Updates the given columns. Returns false if the row does not exist. */
export async function updateRow(
  tx: Sql,
  table: string,
  { account, id }: RowKey,
  columns: Columns,
): Promise<boolean> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  // Without any column, the statement still shows whether the row exists.
  const changes = given.map(([name], n) => `${name} = $${n + 3}`);
  const rows = await tx.query(
    `update ${table} set ${["account_id = account_id", ...changes].join(", ")} where account_id = $1 and id = $2 returning id`,
    [account, id, ...given.map(([, value]) => value)],
  );
  return rows.length > 0;
}

/** Deletes a row. Returns false if the row does not exist. */
export async function deleteRow(
  tx: Sql,
  table: string,
  account: number,
  id: number,
): Promise<boolean> {
  const rows = await tx.query(
    `delete from ${table} where account_id = $1 and id = $2 returning id`,
    [account, id],
  );
  return rows.length > 0;
}

/** Returns whether another row of the account has this name, ignoring case. */
export async function isNameTaken(
  tx: Sql,
  table: string,
  { account, id }: RowKey,
  name: string | undefined,
): Promise<boolean> {
  if (name === undefined) return false;
  const rows = await tx.query(
    `select from ${table} where account_id = $1 and lower(name) = lower($2) and id <> $3`,
    [account, name, id],
  );
  return rows.length > 0;
}

/** Inserts a row behind the others, in a table whose account chooses the order (`insertRow`). */
export async function insertLastRow(
  tx: Sql,
  table: string,
  account: number,
  columns: Columns,
): Promise<number | null> {
  const [last] = await tx.query<{ position: number }>(
    `select coalesce(max(place), 0) as position from ${table} where account_id = $1`,
    [account],
  );
  return insertRow(tx, table, account, { ...columns, place: (last?.position ?? 0) + 1 });
}

/** Sets the column `place` of these rows to 1, 2, 3 … in the given order. */
export async function setOrder(
  tx: Sql,
  table: string,
  account: number,
  ids: readonly number[],
): Promise<void> {
  await tx.query(
    `update ${table} t set place = n.place from unnest($2::bigint[]) with ordinality as n (id, place)
     where t.account_id = $1 and t.id = n.id and t.place <> n.place`,
    [account, ids],
  );
}
