import type { Sql } from "../../database/sql.ts";

export interface NewAccount {
  readonly name: string;
  readonly owner: { readonly name: string; readonly email: string; readonly passwordHash: string | null; readonly instanceOwner: boolean };
}

/**
 * Creates an account with its head row and its owner, in the caller's transaction. The account is
 * not visible before the commit, so `config_version` is not raised. The caller publishes
 * `settings_changed` afterwards (CORE-001).
 */
export async function createAccount(tx: Sql, account: NewAccount): Promise<{ accountId: number; operatorId: number }> {
  const created = await createAccountIfEmailFree(tx, account);
  if (created === null) throw new Error("the owner's e-mail is taken");
  return created;
}

/**
 * Same as `createAccount`, but returns null if the owner's email exists. The caller must then roll
 * back the account without an owner.
 */
export async function createAccountIfEmailFree(tx: Sql, account: NewAccount): Promise<{ accountId: number; operatorId: number } | null> {
  const rows = await tx.query<{ accountId: number; operatorId: number }>(
    `with a as (insert into account (name) values ($1) returning id),
       h as (insert into account_head (account_id) select id from a)
     insert into operator (account_id, name, email, role, instance_owner, password_hash)
     select id, $2, $3, 'owner', $4, $5 from a on conflict (email_key) do nothing returning account_id::float8 as "accountId", id::float8 as "operatorId"`,
    [account.name, account.owner.name, account.owner.email, account.owner.instanceOwner, account.owner.passwordHash],
  );
  return rows[0] ?? null;
}

/**
 * Suspends or resumes an account. A suspended account is read-only (CORE-005). Returns false if the
 * account does not exist.
 */
export async function suspendAccount(tx: Sql, account: number, suspended: boolean): Promise<boolean> {
  const rows = await tx.query("update account set suspended = $2 where id = $1 returning id", [account, suspended]);
  return rows.length > 0;
}
