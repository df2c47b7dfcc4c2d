import { parseAccountSettings, type AccountSettings } from "./account-settings.ts";
import type { Reader } from "../../database/reader.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger } from "../../database/parameters.ts";

/** An account with its settings (API-290). */
export interface AccountRecord extends AccountSettings {
  readonly id: number;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly suspended: boolean;
  readonly managed: boolean;
  /** The channel whose chats only the old system answers (MV-084). null: none. */
  readonly answeredElsewhere: number | null;
}
/** An account as the installation's owner sees it (API-043). */
export interface AccountOverview {
  readonly id: number;
  readonly name: string;
  readonly suspended: boolean;
  readonly managed: boolean;
  readonly createdAt: string;
  /** Addresses and domains that its channels may use (CON-067), in lower case. */
  readonly allowedAddresses: readonly string[];
  /** Active owners of the account. */
  readonly owners: readonly {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  }[];
}
/** Changes of the columns of an account (API-290). Absent ones stay unchanged. */
export interface AccountChange {
  readonly name?: string | undefined;
  readonly locale?: string | undefined;
  readonly accent?: string | undefined;
}

export async function findAccount(reader: Reader, account: number): Promise<AccountRecord | null> {
  const row = await reader.one<AccountRow>(
    account,
    `select a.id, a.name, a.locale, a.accent, a.suspended, a.managed, a.settings,
       (select s.channel_id::float8 from old_system s where s.account_id = a.id and not s.operators_answer) as "answeredElsewhere"
     from account a where a.id = $1`,
    [account],
  );
  if (row === null) return null;
  const { settings, ...columns } = row;
  return {
    ...columns,
    id: toInteger(row.id),
    ...parseAccountSettings(settings),
  };
}

/** Reads the settings without a column. An account that does not exist has the defaults. */
export async function findAccountSettings(
  reader: Reader,
  account: number,
): Promise<AccountSettings> {
  const row = await reader.one<{ settings: unknown }>(
    account,
    "select settings from account where id = $1",
    [account],
  );
  return parseAccountSettings(row?.settings);
}

/** Reads the epoch of the installation (journal.md 3). A restored copy has another one. */
export async function readEpoch(sql: Sql): Promise<string> {
  const rows = await sql.query<{ epoch: string }>("select epoch from instance");
  return rows[0]?.epoch ?? "";
}

interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly suspended: boolean;
  readonly managed: boolean;
  readonly settings: unknown;
  readonly answeredElsewhere: number | null;
}
export interface NewAccount {
  readonly name: string;
  readonly owner: {
    readonly name: string;
    readonly email: string;
    readonly passwordHash: string | null;
    readonly instanceOwner: boolean;
  };
}

/**
 * Creates an account with its head row and its owner, in the caller's transaction. The account is
 * not visible before the commit, so `config_version` is not raised. The caller must publish
 * `settings_changed` afterwards (CORE-001).
 */
export async function createAccount(
  tx: Sql,
  account: NewAccount,
): Promise<{ accountId: number; operatorId: number }> {
  const created = await createAccountIfEmailFree(tx, account);
  if (created === null) throw new Error("the owner's email is taken");
  return created;
}

/**
 * Does the same as `createAccount`, but returns null if the owner's email exists. The caller must
 * then roll back, because the account has no owner.
 */
export async function createAccountIfEmailFree(
  tx: Sql,
  account: NewAccount,
): Promise<{ accountId: number; operatorId: number } | null> {
  const rows = await tx.query<{ accountId: number; operatorId: number }>(
    `with a as (insert into account (name) values ($1) returning id),
       h as (insert into account_head (account_id) select id from a)
     insert into operator (account_id, name, email, role, instance_owner, password_hash)
     select id, $2, $3, 'owner', $4, $5 from a on conflict (email_key) do nothing returning account_id::float8 as "accountId", id::float8 as "operatorId"`,
    [
      account.name,
      account.owner.name,
      account.owner.email,
      account.owner.instanceOwner,
      account.owner.passwordHash,
    ],
  );
  return rows[0] ?? null;
}

/**
 * Changes what the owner of the installation decides about an account: whether it is suspended, and
 * so read-only (CORE-005), and the addresses that its channels may use (CON-067). Returns false if
 * the account does not exist.
 */
export async function changeAccountRights(
  tx: Sql,
  account: number,
  change: {
    readonly suspended?: boolean | undefined;
    /** In lower case. */
    readonly allowedAddresses?: readonly string[] | undefined;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `update account set suspended = coalesce($2, suspended), allowed_addresses = coalesce($3, allowed_addresses)
     where id = $1 returning id`,
    [account, change.suspended ?? null, change.allowedAddresses ?? null],
  );
  return rows.length > 0;
}

export async function updateAccount(
  tx: Sql,
  account: number,
  change: AccountChange & { readonly managed?: boolean | undefined },
): Promise<void> {
  await tx.query(
    `update account set name = coalesce($2, name), locale = coalesce($3, locale), accent = coalesce($4, accent), managed = coalesce($5, managed)
     where id = $1`,
    [
      account,
      change.name ?? null,
      change.locale ?? null,
      change.accent ?? null,
      change.managed ?? null,
    ],
  );
}

/** Merges settings without a column. null removes a key, undefined keeps it. */
export async function mergeAccountSettings(
  tx: Sql,
  account: number,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (Object.values(settings).every((value) => value === undefined)) return;
  await tx.query(
    "update account set settings = jsonb_strip_nulls(settings || $2::jsonb) where id = $1",
    [account, JSON.stringify(settings)],
  );
}
