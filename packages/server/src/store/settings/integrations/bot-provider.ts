import type { ProviderRecord, ProviderState } from "./bot-record.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger, toIntegerOrNull, toIsoTime } from "../../database/parameters.ts";

/**
 * Lists providers in the order of issue: those that `account` may choose or requested, or all for
 * null. Reads with the writer role, because most belong to no account. Only these queries decide
 * which account sees which provider.
 */
export async function listProviders(sql: Sql, account: number | null): Promise<readonly ProviderRecord[]> {
  return (await sql.query<ProviderRow>(`${select} order by p.number`, [account])).map(toRecord);
}
export async function findProvider(sql: Sql, account: number | null, id: string): Promise<ProviderRecord | null> {
  const [row] = await sql.query<ProviderRow>(`${select} and p.id = $2`, [account, id]);
  return row === undefined ? null : toRecord(row);
}
/** Returns whether the account exists. */
export async function isExistingAccount(sql: Sql, account: number): Promise<boolean> {
  return (await sql.query("select from account where id = $1", [account])).length > 0;
}

const select = `select p.id, p.number, p.account_id, p.name, p.contact, p.endpoint_url, p.state, p.created_at, p.managed,
    (select count(*) from bot b where b.provider_id = p.id and b.deleted_at is null and ($1::bigint is null or b.account_id = $1))::int as connections
  from bot_provider p where p.deleted_at is null
    and ($1::bigint is null or p.account_id = $1 or (p.account_id is null and p.state in ('active', 'suspended')))`;

interface ProviderRow {
  readonly id: string;
  readonly number: string | number;
  readonly account_id: string | number | null;
  readonly name: string;
  readonly contact: string | null;
  readonly endpoint_url: string | null;
  readonly state: ProviderState;
  readonly connections: number;
  readonly created_at: Date;
  readonly managed: boolean;
}
function toRecord(row: ProviderRow): ProviderRecord {
  return {
    id: row.id,
    number: toInteger(row.number),
    accountId: toIntegerOrNull(row.account_id),
    name: row.name,
    contact: row.contact,
    endpointUrl: row.endpoint_url,
    state: row.state,
    connections: row.connections,
    createdAt: toIsoTime(row.created_at),
    managed: row.managed,
  };
}
