import { apiKey } from "@parlour/protocol/settings/kinds/api-key";
import { toInteger, toIsoTimeOrNull } from "../../database/parameters.ts";
import { hashKey } from "../kind-store.ts";
import { createTableStore } from "../table-store.ts";
import type { Sql } from "../../database/sql.ts";

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

/** Returns the hashes of keys of the provisioning file that somebody deleted, as hex (CFG-158). */
export const listEndedKeys = (
  settings: Readonly<Record<string, unknown>> | undefined,
): readonly string[] => (settings?.["ended_keys"] as readonly string[] | undefined) ?? [];

/** Adds and removes hashes of keys that have ended, so that the provisioning file restores none. */
export async function setEndedKeys(
  tx: Sql,
  account: number,
  {
    add = [],
    remove = [],
  }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Promise<void> {
  await tx.query(
    `update account set settings = jsonb_set(settings, '{ended_keys}',
       (coalesce(settings -> 'ended_keys', '[]') - $3::text[]) || to_jsonb($2::text[])) where id = $1`,
    [account, add, remove],
  );
}
