import type { Sql } from "../database/sql.ts";

export interface SignInRow {
  readonly accountId: number;
  readonly operatorId: number;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly active: boolean;
}
/** Finds an operator by email, ignoring case. Emails are unique in the installation. */
export async function findOperatorForSignIn(sql: Sql, email: string): Promise<SignInRow | null> {
  const rows = await sql.query<SignInRow>(
    `select account_id::float8 as "accountId", id::float8 as "operatorId", name, email, password_hash as "passwordHash", active
     from operator where email_key = lower($1)`,
    [email],
  );
  return rows[0] ?? null;
}
/** Finds an active operator by email, ignoring case, or returns null. */
export async function findActiveOperatorForSignIn(
  sql: Sql,
  email: string,
): Promise<SignInRow | null> {
  const row = await findOperatorForSignIn(sql, email);
  return row?.active === true ? row : null;
}
export async function readPasswordHash(
  sql: Sql,
  account: number,
  operatorId: number,
): Promise<string | null> {
  const rows = await sql.query<{ hash: string | null }>(
    "select password_hash as hash from operator where account_id = $1 and id = $2",
    [account, operatorId],
  );
  return rows[0]?.hash ?? null;
}
/** Stores the hash of the same password after it was hashed with another cost. */
export async function writePasswordHash(
  sql: Sql,
  account: number,
  operatorId: number,
  hash: string,
): Promise<void> {
  await sql.query("update operator set password_hash = $3 where account_id = $1 and id = $2", [
    account,
    operatorId,
    hash,
  ]);
}
/** Stores a new password. Invitation and reset links stop working. */
export async function writeNewPassword(
  sql: Sql,
  account: number,
  operatorId: number,
  hash: string,
): Promise<void> {
  await sql.query(
    "update operator set password_hash = $3, reset_token_hash = null, invite_token_hash = null where account_id = $1 and id = $2",
    [account, operatorId, hash],
  );
}
/** Ends the invitation of an operator who signed in without its link (CORE-395). */
export async function endInvitation(sql: Sql, account: number, operatorId: number): Promise<void> {
  await sql.query(
    `update operator set invite_token_hash = null, invite_token_expires_at = null
     where account_id = $1 and id = $2 and invite_token_hash is not null`,
    [account, operatorId],
  );
}
