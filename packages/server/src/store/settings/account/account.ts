import type { AccountRecord } from "./account-record.ts";
import type { ApiKeyRecord } from "./api-key-record.ts";
import type { InstallationRecord } from "../installation/installation-record.ts";
import { parseAccountSettings } from "./account-settings.ts";
import type { Reader } from "../../database/reader.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../../database/parameters.ts";

export async function findAccount(reader: Reader, account: number): Promise<AccountRecord | null> {
  const row = await reader.one<AccountRow>(
    account,
    "select a.id, a.name, a.locale, a.accent, a.suspended, a.managed, a.settings from account a where a.id = $1",
    [account],
  );
  if (row === null) return null;
  const { settings, ...columns } = row;
  return { ...columns, id: toInteger(row.id), ...parseAccountSettings(settings) };
}

/** Returns the API keys of the account, oldest first. */
export async function listApiKeys(reader: Reader, account: number): Promise<readonly ApiKeyRecord[]> {
  const rows = await reader.rows<ApiKeyRow>(
    account,
    `
    select k.id, k.name, k.operator_id, o.name as operator_name, k.scopes, k.hint, k.created_at, k.last_used_at, k.expires_at, k.managed
    from api_key k join operator o on o.account_id = k.account_id and o.id = k.operator_id where k.account_id = $1 order by k.id`,
    [account],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    name: row.name,
    operator: { id: toInteger(row.operator_id), name: row.operator_name },
    scopes: row.scopes,
    hint: row.hint,
    createdAt: toIsoTime(row.created_at),
    lastUsedAt: toIsoTimeOrNull(row.last_used_at),
    expiresAt: toIsoTimeOrNull(row.expires_at),
    managed: row.managed,
  }));
}

/**
 * Returns the installation settings (API-355). Reads with the writer role, because the row belongs
 * to no account.
 */
export async function findInstallation(sql: Sql): Promise<InstallationRecord> {
  const rows = await sql.query<{
    egress_allow: string[];
    limits: Record<string, number>;
    support_contact: string | null;
    bot_self_service: boolean;
  }>("select egress_allow, limits, support_contact, bot_self_service from instance");
  const row = rows[0];
  return {
    egressAllow: row?.egress_allow ?? [],
    limits: row?.limits ?? {},
    supportContact: row?.support_contact ?? null,
    botSelfService: row?.bot_self_service ?? true,
  };
}

interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly suspended: boolean;
  readonly managed: boolean;
  readonly settings: unknown;
}
interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly operator_id: string;
  readonly operator_name: string;
  readonly scopes: string[];
  readonly hint: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly managed: boolean;
}
