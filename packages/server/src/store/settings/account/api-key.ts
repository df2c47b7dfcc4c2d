import { createHash } from "node:crypto";
import type { ApiKeyRow } from "./api-key-record.ts";
import type { Sql } from "../../database/sql.ts";

export const hashApiKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Inserts a key and returns its id, or null if the same key exists. */
export async function createApiKey(tx: Sql, account: number, row: ApiKeyRow): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into api_key (account_id, key_hash, hint, name, operator_id, scopes, managed, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (key_hash) do nothing returning id::float8 as id`,
    [
      account,
      hashApiKey(row.key),
      row.key.slice(-4),
      row.name,
      row.operatorId,
      row.scopes,
      row.managed,
      new Date(row.now),
      row.expiresAt === undefined || row.expiresAt === null ? null : new Date(row.expiresAt),
    ],
  );
  return rows[0]?.id ?? null;
}

export async function deleteApiKey(tx: Sql, account: number, id: number): Promise<boolean> {
  const rows = await tx.query("delete from api_key where account_id = $1 and id = $2 returning id", [account, id]);
  return rows.length > 0;
}
