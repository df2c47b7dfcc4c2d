import { createHash } from "node:crypto";
import type { Sql } from "../../database/sql.ts";

/** A key of the service API. `hint` is its last part. */
export interface ApiKeyRecord {
  readonly id: number;
  readonly name: string;
  readonly operator: { readonly id: number; readonly name: string };
  readonly scopes: readonly string[];
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** null: it does not expire. */
  readonly expiresAt: string | null;
  readonly managed: boolean;
}
/** Data of a new API key. */
export interface ApiKeyRow {
  /** The key as its owner sends it; only its hash is stored (CORE-125). */
  readonly key: string;
  readonly name: string;
  readonly operatorId: number;
  readonly scopes: readonly string[];
  readonly managed: boolean;
  /** Milliseconds since 1970; absent or null: it does not expire. */
  readonly expiresAt?: number | null;
  readonly now: number;
}

export const hashApiKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Inserts a key and returns its id, or null if the same key exists. */
export async function createApiKey(
  tx: Sql,
  account: number,
  row: ApiKeyRow,
): Promise<number | null> {
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
  const rows = await tx.query(
    "delete from api_key where account_id = $1 and id = $2 returning id",
    [account, id],
  );
  return rows.length > 0;
}
