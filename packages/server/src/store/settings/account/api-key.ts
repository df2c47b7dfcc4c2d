import { apiKey } from "@parlour/protocol/settings/kinds/api-key";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import type { Sql } from "../../database/sql.ts";
import { hashKey, type Given, type KindRow, type KindStore } from "../kind-store.ts";
import { deleteRow, insertRow, updateRow, type Columns, type RowKey } from "../rows.ts";
import { pickValues } from "../table-store.ts";

type ApiKeyFields = (typeof apiKey)["fields"];
/** What Parlour knows of an API key besides its settings. */
interface ApiKeyFacts {
  /** The operator that the key acts as. */
  readonly operator: { readonly id: number; readonly name: string };
  readonly lastUsedAt: string | null;
}

/** Keys of the service API (API-303). */
export const apiKeyStore: KindStore<ApiKeyFields, ApiKeyFacts> = {
  list: listApiKeys,
  create: createApiKey,
  update: updateApiKey,
  remove: (tx, account, id) => deleteRow(tx, "api_key", account, id),
};

/** Lists the API keys of the account, oldest first. */
async function listApiKeys(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly KindRow<ApiKeyFields, ApiKeyFacts>[]> {
  const rows = await reader.rows<ApiKeyColumns>(
    account,
    `select k.*, o.name as operator_name
     from api_key k join operator o on o.account_id = k.account_id and o.id = k.operator_id
     where k.account_id = $1 and ($2::bigint is null or k.id = $2) order by k.id`,
    [account, id],
  );
  return rows.map((row) => {
    const operator = { id: toInteger(row.operator_id), name: row.operator_name };
    return {
      id: toInteger(row.id),
      managed: row.managed,
      createdAt: toIsoTime(row.created_at),
      values: {
        name: row.name,
        operator_id: operator.id,
        scopes: row.scopes,
        expires_at: toIsoTimeOrNull(row.expires_at),
      },
      secrets: { key: { stored: row.key_hash, hint: row.hint } },
      facts: { operator, lastUsedAt: toIsoTimeOrNull(row.last_used_at) },
    };
  });
}
interface ApiKeyColumns {
  readonly id: string;
  readonly key_hash: Buffer;
  readonly hint: string;
  readonly name: string;
  readonly operator_id: string;
  readonly operator_name: string;
  readonly scopes: string[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly managed: boolean;
}

/** Inserts an API key and returns its id. Returns null if the same key exists. */
export function createApiKey(
  tx: Sql,
  account: number,
  given: Given<ApiKeyFields> & { readonly managed: boolean },
  { now }: { readonly now: number },
): Promise<number | null> {
  return insertRow(tx, "api_key", account, { ...toColumns(given), created_at: new Date(now) });
}

async function updateApiKey(
  tx: Sql,
  key: RowKey,
  given: ApiKeyChange,
): Promise<"done" | "not_found"> {
  return (await updateRow(tx, "api_key", key, toColumns(given))) ? "done" : "not_found";
}

type ApiKeyChange = Partial<Given<ApiKeyFields>> & { readonly managed?: boolean };
const toColumns = ({ key, managed, ...given }: ApiKeyChange): Columns => ({
  ...pickValues(apiKey.fields, given),
  ...(key === undefined ? {} : { key_hash: hashKey(key), hint: key.slice(-4) }),
  managed,
});
