import { accountLock, advisoryLocks } from "../database/locks.ts";
import type { Sql } from "../database/sql.ts";

/**
 * Finds the account of a provisioning file: the managed account, otherwise the one with that name,
 * otherwise the only account. Returns null if there is none.
 */
export async function findProvisionedAccount(
  sql: Sql,
  name: string | null,
): Promise<number | null> {
  const rows = await sql.query<{ id: number; managed: boolean; name: string }>(
    "select id::float8 as id, managed, name from account order by id",
  );
  const found =
    rows.find((row) => row.managed) ??
    rows.find((row) => row.name === name) ??
    (rows.length === 1 ? rows[0] : undefined);
  return found?.id ?? null;
}

/** Takes a lock, so that only one file is applied or one archive imported at a time. */
export async function lockProvisioning(tx: Sql): Promise<void> {
  await tx.query("select pg_advisory_xact_lock($1)", [advisoryLocks.accounts]);
}

/**
 * Does the same as `findProvisionedAccount`, and locks the account until the transaction ends. Only
 * one file is applied at a time, even if there is no account. The account is locked before the
 * installation row, as in every settings change. Accounts with bots of the file's `providers`
 * (`all`: every account) are locked too, in ascending order, as in every transaction over several
 * accounts.
 */
export async function lockProvisionedAccount(
  tx: Sql,
  name: string | null,
  providers: readonly string[],
  isEveryAccount: boolean,
): Promise<number | null> {
  await lockProvisioning(tx);
  const account = await findProvisionedAccount(tx, name);
  await tx.query(
    `select ${accountLock("h.account_id")} from (select * from account_head h where $3 or h.account_id = $1
       or h.account_id in (select b.account_id from bot b join bot_provider p on p.id = b.provider_id
         where b.deleted_at is null and (p.managed or p.id = any($2::text[]))) order by h.account_id offset 0) h`,
    [account, providers, isEveryAccount],
  );
  return account;
}

/** Returns emails, API keys and public ids that another account uses. */
export async function findConflictingValues(
  sql: Sql,
  account: number | null,
  requested: {
    emails: readonly string[];
    keyHashes: readonly Buffer[];
    publicIds: readonly string[];
  },
): Promise<{
  emails: readonly string[];
  keyHashes: readonly Buffer[];
  publicIds: readonly string[];
}> {
  const emails = await sql.query<{ email_key: string }>(
    "select email_key from operator where email_key = any($2) and account_id is distinct from $1",
    [account, requested.emails.map((e) => e.toLowerCase())],
  );
  const keys = await sql.query<{ key_hash: Buffer }>(
    "select key_hash from api_key where key_hash = any($2) and account_id is distinct from $1",
    [account, requested.keyHashes],
  );
  // A deleted channel keeps its public id forever, so deleted channels are checked too (CH-002).
  const ids = await sql.query<{ public_id: string }>(
    "select public_id from channel where public_id = any($2) and (account_id is distinct from $1 or deleted_at is not null)",
    [account, requested.publicIds],
  );
  return {
    emails: emails.map((r) => r.email_key),
    keyHashes: keys.map((r) => r.key_hash),
    publicIds: ids.map((r) => r.public_id),
  };
}
