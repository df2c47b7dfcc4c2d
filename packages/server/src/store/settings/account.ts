import type { Sql } from "../sql.ts";

export interface NewAccount {
  readonly name: string;
  readonly owner: { readonly name: string; readonly email: string; readonly passwordHash: string | null; readonly instanceOwner: boolean };
}

/**
 * A new account with its head and its owner; the caller holds the transaction. Nobody reads the account before the commit, so no
 * `config_version` is raised: the caller announces it with `settings_changed` afterwards (CORE-001).
 */
export async function createAccount(tx: Sql, account: NewAccount): Promise<{ accountId: number; operatorId: number }> {
  const rows = await tx.query<{ accountId: number; operatorId: number }>(
    `with a as (insert into account (name) values ($1) returning id),
       h as (insert into account_head (account_id) select id from a)
     insert into operator (account_id, name, email, role, instance_owner, password_hash)
     select id, $2, $3, 'owner', $4, $5 from a returning account_id::float8 as "accountId", id::float8 as "operatorId"`,
    [account.name, account.owner.name, account.owner.email, account.owner.instanceOwner, account.owner.passwordHash],
  );
  const row = rows[0];
  if (!row) throw new Error("insert into operator returned no row");
  return row;
}
