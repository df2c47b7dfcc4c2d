import { accountLock } from "../../database/locks.ts";
import type { ProviderRecord, ProviderState, ProviderRow } from "./bot-record.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger, toIntegerOrNull, toIsoTime } from "../../database/parameters.ts";
import { recordSettingsChanges } from "../../provisioning/writers.ts";

/**
 * Lists bot providers in the order in which they were issued: those that `account` may choose or
 * has requested, or all if `account` is null. Reads with the role of the writer, because most
 * providers belong to no account. Only these queries decide which account sees which provider.
 */
export async function listProviders(
  sql: Sql,
  account: number | null,
): Promise<readonly ProviderRecord[]> {
  return (await sql.query<ProviderColumns>(`${select} order by p.number`, [account])).map(toRecord);
}
export async function findProvider(
  sql: Sql,
  account: number | null,
  id: string,
): Promise<ProviderRecord | null> {
  const [row] = await sql.query<ProviderColumns>(`${select} and p.id = $2`, [account, id]);
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

interface ProviderColumns {
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
function toRecord(row: ProviderColumns): ProviderRecord {
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

/** Issues a provider id. Returns false if it was issued before. */
export async function createProvider(tx: Sql, row: ProviderRow): Promise<boolean> {
  const rows = await tx.query(
    `insert into bot_provider (id, account_id, name, contact, endpoint_url, state, managed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing returning id`,
    [
      row.id,
      row.accountId,
      row.name,
      row.contact,
      row.endpointUrl,
      row.state,
      row.managed,
      new Date(row.now),
    ],
  );
  return rows.length > 0;
}

export interface ProviderChange {
  readonly name?: string | undefined;
  readonly contact?: string | null | undefined;
  readonly endpointUrl?: string | null | undefined;
  readonly state?: ProviderState | undefined;
  readonly accountId?: number | null | undefined;
  readonly managed?: boolean | undefined;
  /**
   * Whether to restore a deleted provider, because its id cannot be issued again. Used for
   * provisioning files.
   */
  readonly restored?: boolean | undefined;
}
/** Updates the given fields. Returns false if the provider does not exist. */
export async function updateProvider(
  tx: Sql,
  id: string,
  change: ProviderChange,
): Promise<boolean> {
  const rows = await tx.query(
    `update bot_provider set name = coalesce($2, name), contact = case when $3 then $4 else contact end,
       endpoint_url = case when $5 then $6 else endpoint_url end, state = coalesce($7, state), managed = coalesce($8, managed),
       account_id = case when $9 then $10::bigint else account_id end, deleted_at = case when $11 then null else deleted_at end
     where id = $1 and (deleted_at is null or $11) returning id`,
    [
      id,
      change.name ?? null,
      change.contact !== undefined,
      change.contact ?? null,
      change.endpointUrl !== undefined,
      change.endpointUrl ?? null,
      change.state ?? null,
      change.managed ?? null,
      change.accountId !== undefined,
      change.accountId ?? null,
      change.restored ?? false,
    ],
  );
  return rows.length > 0;
}

/**
 * Marks a provider as deleted. Its row remains, so that the id is never issued again. Returns false
 * if the provider does not exist.
 */
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

/**
 * Returns the smallest account id that a change of this provider affects. The caller must lock that
 * account first.
 */
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

/**
 * Records changed settings in other accounts. They must be locked with {@link
 * lockAccountsOfProvider} before.
 */
export async function recordProviderChange(
  tx: Sql,
  accounts: readonly number[],
  now: number,
): Promise<void> {
  for (const account of accounts)
    await recordSettingsChanges(tx, account, [{ kind: "bot_provider", id: null }], now);
}
