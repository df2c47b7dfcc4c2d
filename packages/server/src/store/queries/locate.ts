import type { Sql } from "../sql.ts";

/** A row whose account is not known yet. */
export interface Located {
  readonly account: number;
  readonly id: number;
}

/** The operator of an e-mail, which is unique in the installation in any letter case; null: there is none. */
export async function locateOperator(sql: Sql, email: string): Promise<Located | null> {
  const rows = await sql.query<Located>(
    "select account_id::float8 as account, id::float8 as id from operator where email_key = lower($1)",
    [email],
  );
  return rows[0] ?? null;
}

/** The channel of a public id, unless it was deleted; null: there is none. */
export async function locateChannel(sql: Sql, publicId: string): Promise<Located | null> {
  const rows = await sql.query<Located>(
    "select account_id::float8 as account, id::float8 as id from channel where public_id = $1 and deleted_at is null",
    [publicId],
  );
  return rows[0] ?? null;
}
