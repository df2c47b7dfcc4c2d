import type pg from "pg";
import { refuse } from "../../../core/failure.ts";
import { toRefusal } from "../../../store/database/database-errors.ts";
import { runTransaction } from "../../../store/database/sql.ts";
import { lockAccount } from "../../../store/database/locks.ts";

/** A transaction with the database role of the writer. Rows contain int8 values as numbers. */
export interface Transaction {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}
/** New entries of an account: those after `base`, up to `head`. */
export type RecordedEntries = readonly [account: number, base: number, head: number];

export interface AccountTransactionDeps {
  readonly pool: pg.Pool;
  /**
   * Called after the commit with the head before and after the change. Resolves when this node has
   * published the entries, so that the change is effective on this node before the caller gets the
   * result.
   */
  readonly onCommitted: (account: number, base: number, head: number) => Promise<void>;
  /** The connection broke in the commit. The change, with this many entries, may be written. */
  readonly onOutcomeUnknown: (account: number, entries: number) => void;
}

/**
 * Writes entries outside of the gateway: in one transaction, under the account's lock. Resolves
 * when this node has published them. Errors of `run` cause a rollback and are rethrown.
 */
export async function runAccountTransaction<R>(
  deps: AccountTransactionDeps,
  account: number,
  run: (
    tx: Transaction,
  ) => Promise<{ readonly result: R; readonly recorded: readonly RecordedEntries[] }>,
): Promise<R> {
  let recorded: readonly RecordedEntries[] = [];
  const noteUnknownOutcome = (): void => {
    for (const [changedAccount, base, head] of recorded)
      deps.onOutcomeUnknown(changedAccount, head - base);
  };
  const runWithLock = async (client: pg.PoolClient): Promise<R> => {
    const tx: Transaction = {
      query: async <Row>(text: string, values: readonly unknown[] = []) =>
        (await client.query(text, [...values])).rows as Row[],
    };
    if (!(await lockAccount(tx, account))) refuse("not_found", "There is no such account.");
    const written = await run(tx);
    ({ recorded } = written);
    return written.result;
  };
  const result = await runTransaction(deps.pool, runWithLock, noteUnknownOutcome).catch(
    (error: unknown) => Promise.reject(toRefusal(error) as Error),
  );
  await Promise.all(recorded.map((entries) => deps.onCommitted(...entries)));
  return result;
}
