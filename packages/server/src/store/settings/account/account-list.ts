import type { AccountOverview } from "./account.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";

/**
 * Returns every account of the installation, oldest first. Reads with the role of the writer,
 * because the list belongs to no account.
 */
export async function listAccounts(sql: Sql): Promise<readonly AccountOverview[]> {
  return (await sql.query<AccountRow>(`${select} order by a.id`)).map(toOverview);
}
export async function findAccountOverview(sql: Sql, id: number): Promise<AccountOverview | null> {
  const [row] = await sql.query<AccountRow>(`${select} where a.id = $1`, [id]);
  return row === undefined ? null : toOverview(row);
}

const select = `select a.id, a.name, a.suspended, a.managed, a.created_at, a.allowed_addresses,
    coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'email', o.email) order by o.id) from operator o
      where o.account_id = a.id and o.role = 'owner' and o.active), '[]') as owners
  from account a`;

interface AccountRow {
  readonly id: string | number;
  readonly name: string;
  readonly suspended: boolean;
  readonly managed: boolean;
  readonly created_at: Date;
  readonly allowed_addresses: readonly string[];
  readonly owners: AccountOverview["owners"];
}
function toOverview(row: AccountRow): AccountOverview {
  return {
    id: toInteger(row.id),
    name: row.name,
    suspended: row.suspended,
    managed: row.managed,
    createdAt: toIsoTime(row.created_at),
    allowedAddresses: row.allowed_addresses,
    owners: row.owners,
  };
}
