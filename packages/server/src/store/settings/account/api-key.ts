import { createHash } from "node:crypto";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import { deleteRow, insertRow, updateRow, type Columns, type RowKey } from "../rows.ts";

/** Fields of an API key that the API and the provisioning file can set (API-303). */
export interface ApiKeyFields {
  /** The key as its owner sends it. Only its hash is stored (CORE-125). */
  readonly key: string;
  readonly name: string;
  readonly operatorId: number;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970, or null: it does not expire. */
  readonly expiresAt: number | null;
}
/** A loaded API key. */
export interface ApiKeyRecord extends Omit<ApiKeyFields, "key"> {
  readonly id: number;
  readonly keyHash: Buffer;
  /** The last characters of the key. */
  readonly hint: string;
  readonly operatorName: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly managed: boolean;
}

export const hashApiKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Lists the API keys of the account, oldest first. */
export async function listApiKeys(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly ApiKeyRecord[]> {
  const rows = await reader.rows<ApiKeyColumns>(
    account,
    `select k.id, k.key_hash, k.hint, k.name, k.operator_id, o.name as operator_name, k.scopes, k.created_at, k.last_used_at, k.expires_at, k.managed
     from api_key k join operator o on o.account_id = k.account_id and o.id = k.operator_id
     where k.account_id = $1 and ($2::bigint is null or k.id = $2) order by k.id`,
    [account, id],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    keyHash: row.key_hash,
    hint: row.hint,
    name: row.name,
    operatorId: toInteger(row.operator_id),
    operatorName: row.operator_name,
    scopes: row.scopes,
    createdAt: toIsoTime(row.created_at),
    lastUsedAt: toIsoTimeOrNull(row.last_used_at),
    expiresAt: row.expires_at?.getTime() ?? null,
    managed: row.managed,
  }));
}
interface ApiKeyColumns extends Pick<ApiKeyRecord, "hint" | "name" | "scopes" | "managed"> {
  readonly id: string;
  readonly key_hash: Buffer;
  readonly operator_id: string;
  readonly operator_name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
}

/** Inserts an API key and returns its id. Returns null if the same key exists. */
export const createApiKey = (
  tx: Sql,
  account: number,
  row: ApiKeyFields & { readonly managed: boolean },
  { now }: { readonly now: number },
): Promise<number | null> =>
  insertRow(tx, "api_key", account, { ...toColumns(row), created_at: new Date(now) });

/** Updates the given fields. */
export const updateApiKey = async (
  tx: Sql,
  key: RowKey,
  change: Partial<ApiKeyFields> & { readonly managed?: boolean },
): Promise<"done" | "not_found"> =>
  (await updateRow(tx, "api_key", key, toColumns(change))) ? "done" : "not_found";

const toColumns = ({
  key,
  operatorId,
  expiresAt,
  ...columns
}: Partial<ApiKeyFields> & { readonly managed?: boolean }): Columns => ({
  ...columns,
  ...(key === undefined ? {} : { key_hash: hashApiKey(key), hint: key.slice(-4) }),
  operator_id: operatorId,
  expires_at: typeof expiresAt === "number" ? new Date(expiresAt) : expiresAt,
});

/** Deletes a key. Returns false if the key does not exist. */
export const deleteApiKey = (tx: Sql, account: number, id: number): Promise<boolean> =>
  deleteRow(tx, "api_key", account, id);
