/**
 * Keys of the advisory locks that have one number. Each use has its own key. Otherwise a lock that
 * a process holds while it runs would block every transaction with the same key. The bundled
 * PostgreSQL uses 7001 (embedded/connect.ts). The locks of accounts have negative numbers. Locks
 * with two numbers do not collide with these.
 */

import type { Db, Sql } from "./sql.ts";
export const advisoryLocks = {
  /** Lock of a transaction that creates accounts from a provisioning file. */
  accounts: 7002,
  /** For the token of a bot, which is unique in the installation (BOT-003). */
  botTokens: 7003,
  /** Lock of the process that serves the database (CORE-180). */
  installation: 7004,
  /** Lock of the process that changes the schema (CORE-166). */
  migrations: 7005,
  /** Lock of each process that has compared itself with the others (CORE-132). */
  joinedNode: 7006,
  /** For host names, which are unique in the installation (HELP-016). */
  hostNames: 7007,
  /** Lock of each process that uses the roles of the installation, not shared ones (CFG-174). */
  ownRoles: 7008,
} as const;

/**
 * Returns an SQL expression that takes the lock of an account until the end of the transaction
 * (journal.md 2). `id` is an SQL expression of type bigint. A transaction over several accounts
 * takes their locks in ascending order.
 */
export const accountLock = (id: string): string => `pg_advisory_xact_lock(-${id})`;

/**
 * Statements that take and release the lock of an account for a session. The transactions of the
 * session can take the lock meanwhile, other sessions cannot.
 */
export const sessionAccountLock = {
  take: "select pg_advisory_lock(-$1::bigint)",
  release: "select pg_advisory_unlock(-$1::bigint)",
} as const;

/** Takes the lock of an account until the end of the transaction. Returns false if none exists. */
export async function lockAccount(tx: Sql, account: number): Promise<boolean> {
  const rows = await tx.query(
    `select ${accountLock("h.account_id")} from account_head h where h.account_id = $1`,
    [account],
  );
  return rows.length > 0;
}

/**
 * Runs a transaction outside the commit gateway that changes rows which command handlers read. It
 * takes the lock of the account first, as every writer of such rows does. The rows therefore cannot
 * change between the gateway's read and its write, and no deadlock with a batch can occur. The
 * transaction must be short, because messages of the account wait for it.
 */
export function withAccountLock<R>(
  db: Db,
  account: number,
  run: (tx: Sql) => Promise<R>,
): Promise<R> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, account);
    return run(tx);
  });
}
