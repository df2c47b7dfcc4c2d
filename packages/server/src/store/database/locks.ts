/**
 * Keys of the advisory locks that have one number. Each use has its own key. Otherwise a lock that
 * a process holds while it runs would block every transaction with the same key. The bundled
 * PostgreSQL uses 7001 (embedded/connect.ts). Locks with two numbers do not collide with these.
 */

import type { Db, Sql } from "./sql.ts";
export const advisoryLocks = {
  /** Lock of a transaction that creates accounts from a provisioning file. */
  accounts: 7002,
  /**
   * Lock of a transaction that sets the token of a bot connection. The token must be unique in the
   * installation (BOT-003).
   */
  botTokens: 7003,
  /** Lock of the process that serves the database (CORE-180). */
  installation: 7004,
  /** Lock of the process that changes the schema (CORE-166). */
  migrations: 7005,
} as const;

/**
 * Runs a transaction outside the commit gateway that changes rows which command handlers read. It
 * locks the account's head row first, as every writer does (journal.md 1, 5). The rows therefore
 * cannot change between the gateway's read and its write, and no deadlock with a batch can occur.
 * The transaction must be short, because messages of the account wait for it.
 */
export function withAccountLock<R>(
  db: Db,
  account: number,
  run: (tx: Sql) => Promise<R>,
): Promise<R> {
  return db.transaction(async (tx) => {
    await tx.query("select from account_head where account_id = $1 for update", [account]);
    return run(tx);
  });
}
