import type { Sql } from "./sql.ts";

/** The account of a row that was found without knowing its account. */
export interface AccountLocation {
  readonly account: number;
  readonly id: number;
}

/** Finds an operator by email, unique in the installation ignoring case, or null. */
export async function locateOperator(sql: Sql, email: string): Promise<AccountLocation | null> {
  const rows = await sql.query<AccountLocation>(
    "select account_id::float8 as account, id::float8 as id from operator where email_key = lower($1)",
    [email],
  );
  return rows[0] ?? null;
}

/** Finds a channel by its public id, or returns null if there is none or it is deleted. */
export async function locateChannel(sql: Sql, publicId: string): Promise<AccountLocation | null> {
  const rows = await sql.query<AccountLocation>(
    "select account_id::float8 as account, id::float8 as id from channel where public_id = $1 and deleted_at is null",
    [publicId],
  );
  return rows[0] ?? null;
}
