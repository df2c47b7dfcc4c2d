import type { Db, Sql } from "./sql.ts";

/**
 * Runs a transaction that changes rows which command handlers read, outside the commit gateway. It
 * locks the account's head row first, as every writer does (journal.md 1, 5). The rows therefore
 * cannot change between the gateway's read and its write, and no deadlock with a batch can occur.
 * Messages of the account wait for it, so keep it short.
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
