import { apiKey } from "@parlour/protocol/settings/kinds/api-key";
import { toInteger, toIsoTimeOrNull } from "../../database/parameters.ts";
import { hashKey } from "../kind-store.ts";
import { createTableStore } from "../table-store.ts";

interface StoredKey {
  readonly key_hash: Buffer;
  readonly hint: string;
  readonly operator_id: string;
  readonly operator_name: string;
  readonly last_used_at: Date | null;
}

/** Keys of the service API (API-303), with the operator that each acts as. */
export const apiKeyStore = createTableStore(apiKey, {
  selected:
    "(select o.name from operator o where o.account_id = api_key.account_id and o.id = operator_id) as operator_name",
  toFacts: (row: StoredKey) => ({
    operator: { id: toInteger(row.operator_id), name: row.operator_name },
    lastUsedAt: toIsoTimeOrNull(row.last_used_at),
  }),
  toSecrets: (row) => ({ key: { stored: row.key_hash, hint: row.hint } }),
  changed: ({ key }) => (key === undefined ? {} : { key_hash: hashKey(key), hint: key.slice(-4) }),
});
