import type { Db, Sql } from "./sql.ts";

/**
 * One transaction that changes rows which verbs read, apart from the gateway: it takes the account's head first, as every writer does (journal.md 1, 5). So
 * it never stands between the gateway's look at a row and its write, and waits for no lock of a batch while it holds one that the batch wants. Messages of
 * the account wait for it: keep it short.
 */
export function underHead<R>(db: Db, account: number, run: (tx: Sql) => Promise<R>): Promise<R> {
  return db.transaction(async (tx) => {
    await tx.query("select from account_head where account_id = $1 for update", [account]);
    return run(tx);
  });
}
