import { toMilliseconds, fromMilliseconds, type Sql } from "../database/sql.ts";

export interface PasskeyRow {
  readonly accountId: number;
  readonly operatorId: number;
  readonly id: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export const passkeyColumns = `p.account_id::float8 as "accountId", p.operator_id::float8 as "operatorId", p.id::float8 as id, p.credential_id as "credentialId",
  p.public_key as "publicKey", p.counter::float8 as counter, p.transports, p.name, ${toMilliseconds("p.created_at")} as "createdAt", ${toMilliseconds("p.last_used_at")} as "lastUsedAt"`;

export async function findPasskey(
  sql: Sql,
  credentialId: Buffer,
): Promise<(PasskeyRow & { readonly passkeyUser: Buffer }) | null> {
  const rows = await sql.query<PasskeyRow & { readonly passkeyUser: Buffer }>(
    `select ${passkeyColumns}, o.passkey_user as "passkeyUser" from passkey p
     join operator o on o.account_id = p.account_id and o.id = p.operator_id where p.credential_id = $1 and o.active`,
    [credentialId],
  );
  return rows[0] ?? null;
}
/** Inserts a passkey. Returns null if this authenticator is already registered. */
export async function insertPasskey(
  sql: Sql,
  row: Omit<PasskeyRow, "id" | "createdAt" | "lastUsedAt"> & { readonly now: number },
): Promise<number | null> {
  const rows = await sql.query<{ id: number }>(
    `insert into passkey (account_id, operator_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, ${fromMilliseconds("$8")}) on conflict (credential_id) do nothing returning id::float8 as id`,
    [
      row.accountId,
      row.operatorId,
      row.credentialId,
      row.publicKey,
      row.counter,
      row.transports,
      row.name,
      row.now,
    ],
  );
  return rows[0]?.id ?? null;
}
export async function updatePasskeyUse(
  sql: Sql,
  account: number,
  id: number,
  use: { readonly counter: number; readonly at: number },
): Promise<void> {
  await sql.query(
    `update passkey set counter = $3, last_used_at = ${fromMilliseconds("$4")} where account_id = $1 and id = $2`,
    [account, id, use.counter, use.at],
  );
}
interface PasskeyOwner {
  readonly accountId: number;
  readonly operatorId: number;
}
export async function renamePasskey(
  sql: Sql,
  owner: PasskeyOwner,
  id: number,
  name: string,
): Promise<boolean> {
  const rows = await sql.query(
    "update passkey set name = $4 where account_id = $1 and operator_id = $2 and id = $3 returning id",
    [owner.accountId, owner.operatorId, id, name],
  );
  return rows.length > 0;
}
export async function deletePasskey(sql: Sql, owner: PasskeyOwner, id: number): Promise<boolean> {
  const rows = await sql.query(
    "delete from passkey where account_id = $1 and operator_id = $2 and id = $3 returning id",
    [owner.accountId, owner.operatorId, id],
  );
  return rows.length > 0;
}
