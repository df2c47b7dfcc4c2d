import type { Sql } from "../src/store/database/sql.ts";
import { apiKeyStore } from "../src/store/settings/account/api-key.ts";

/** Stores an API key with all rights of its operator, without the service API. */
export const createApiKey = (
  sql: Sql,
  account: number,
  given: { readonly key: string; readonly name: string; readonly operator_id: number },
  { now, managed = false }: { readonly now: number; readonly managed?: boolean },
): Promise<number | null> =>
  apiKeyStore.create(
    sql,
    account,
    { ...given, managed, scopes: ["*"], expires_at: null },
    { now, operatorId: null, seal: (text) => Buffer.from(text) },
  );
