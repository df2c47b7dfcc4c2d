import { accountLock } from "../../database/locks.ts";
import type { ProviderColumns, ProviderRecord } from "./bot-record.ts";
import type { Sql } from "../../database/sql.ts";
import { toIsoTime } from "../../database/parameters.ts";

/**
 * Lists bot providers in the order in which they were issued: those that `account` may choose or
 * has requested, or all if `account` is null. Reads with the role of the writer, because most
 * providers belong to no account. Only these queries decide which account sees which provider.
 */
export async function listProviders(
  sql: Sql,
  account: number | null,
): Promise<readonly ProviderRecord[]> {
  const rows = await sql.query<StoredProvider>(`${select} and ${present} order by p.number`, [
    account,
  ]);
  return rows.map(toRecord);
}
export async function findProvider(
  sql: Sql,
  account: number | null,
  id: string,
): Promise<ProviderRecord | null> {
  const [row] = await sql.query<StoredProvider>(`${select} and ${present} and p.id = $2`, [
    account,
    id,
  ]);
  return row === undefined ? null : toRecord(row);
}
/** Lists the bot providers of the whole installation, including deleted ones. */
export const listProvidersAndDeleted = async (sql: Sql): Promise<readonly ProviderRecord[]> =>
  (await sql.query<StoredProvider>(`${select} order by p.number`, [null])).map(toRecord);
export async function isExistingAccount(sql: Sql, account: number): Promise<boolean> {
  return (await sql.query("select from account where id = $1", [account])).length > 0;
}

const present = "p.deleted_at is null";
const select = `select p.id, p.number::float8 as number, p.name, p.contact, p.endpoint_url, case when p.account_id is null then 'service' else 'account' end as scope,
    p.account_id::float8 as account_id, p.state, p.managed, p.deleted_at is not null as deleted, p.created_at,
    (select count(*) from bot b where b.provider_id = p.id and b.deleted_at is null and ($1::bigint is null or b.account_id = $1))::int as connections
  from bot_provider p where ($1::bigint is null or p.account_id = $1 or (p.account_id is null and p.state in ('active', 'suspended')))`;
type StoredProvider = Omit<ProviderRecord, "created_at"> & { readonly created_at: Date };
const toRecord = (row: StoredProvider): ProviderRecord => ({
  ...row,
  created_at: toIsoTime(row.created_at),
});

/** Issues a provider id. Returns false if it was issued before. */
export async function createProvider(
  tx: Sql,
  columns: ProviderColumns,
  now: number,
): Promise<boolean> {
  const names = Object.keys(columns);
  const rows = await tx.query(
    `insert into bot_provider (created_at, ${names.join(", ")}) values ($1, ${names.map((_, n) => `$${n + 2}`).join(", ")})
     on conflict (id) do nothing returning id`,
    [new Date(now), ...Object.values(columns)],
  );
  return rows.length > 0;
}

/**
 * Updates the given columns. Returns false if the provider does not exist. `restores`: a deleted
 * provider is restored, because its id cannot be issued again. Provisioning files use this.
 */
export async function updateProvider(
  tx: Sql,
  id: string,
  change: Partial<Omit<ProviderColumns, "id">>,
  restores = false,
): Promise<boolean> {
  const given = Object.entries(change);
  const rows = await tx.query(
    `update bot_provider set ${["deleted_at = null", ...given.map(([name], n) => `${name} = $${n + 3}`)].join(", ")}
     where id = $1 and (deleted_at is null or $2) returning id`,
    [id, restores, ...given.map(([, value]) => value)],
  );
  return rows.length > 0;
}

/** Marks a provider as deleted. Its id is never issued again. Returns false without one. */
export async function deleteProvider(tx: Sql, id: string, now: number): Promise<boolean> {
  const rows = await tx.query(
    "update bot_provider set deleted_at = $2, managed = false where id = $1 and deleted_at is null returning id",
    [id, new Date(now)],
  );
  return rows.length > 0;
}

/**
 * Locks and returns the accounts with connections to this provider, and `otherAccount`, because
 * their settings change too. The transaction must already have the lock of `account`. Every
 * transaction over several accounts locks them in ascending order.
 */
export async function lockAccountsOfProvider(
  tx: Sql,
  id: string,
  account: number,
  otherAccount: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    `select h.account_id::float8 as id, ${accountLock("h.account_id")} from (select * from account_head h where h.account_id <> $2
       and (h.account_id = $3 or h.account_id in (select b.account_id from bot b where b.provider_id = $1 and b.deleted_at is null))
     order by h.account_id offset 0) h`,
    [id, account, otherAccount],
  );
  return rows.map((row) => row.id);
}

/** Returns the smallest account id that a change affects, which must be locked first. */
export async function findFirstAccountOfProvider(
  sql: Sql,
  id: string,
  account: number,
): Promise<number> {
  const rows = await sql.query<{ id: number | null }>(
    "select min(b.account_id)::float8 as id from bot b where b.provider_id = $1 and b.deleted_at is null",
    [id],
  );
  return Math.min(account, rows[0]?.id ?? account);
}
