import type pg from "pg";
import type { Clock } from "../../../core/command.ts";
import { refuse } from "../../../core/failure.ts";
import { DatabaseUnavailableError, toRefusal } from "../../../store/database/database-errors.ts";
import { assertNoTransaction, runTransaction } from "../../../store/database/sql.ts";
import { lockAccount } from "../../../store/database/locks.ts";

/** A transaction with the database role of the writer. Rows contain int8 values as numbers. */
export interface Transaction {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}
/** New entries of an account: those after `base`, up to `head`. */
export type RecordedEntries = readonly [account: number, base: number, head: number];

export interface AccountTransactionDeps {
  readonly pool: pg.Pool;
  readonly takeTurn: TakeTurn;
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
  assertNoTransaction("a transaction of an account");
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
  const result = await deps
    .takeTurn(account, () => runTransaction(deps.pool, runWithLock, noteUnknownOutcome))
    .catch((error: unknown) => Promise.reject(toRefusal(error) as Error));
  await Promise.all(recorded.map((entries) => deps.onCommitted(...entries)));
  return result;
}

/** Runs a task of an account after the tasks of the account before it. */
type TakeTurn = <R>(account: number, run: () => Promise<R>) => Promise<R>;
/** Maximum wait for the tasks before, in ms. That for the lock of the account is the same. */
const maxTurnWaitMs = 2_000;

/**
 * Creates the order of the transactions of each account. They need the same lock, so they would
 * wait for each other anyway, each with a connection that others need (API-577). A task that has
 * waited too long fails with DatabaseUnavailableError, also if the database does not respond (P17).
 */
export function createTurns(clock: Clock): TakeTurn {
  const latest = new Map<number, Promise<unknown>>();
  return async (account, run) => {
    const before = latest.get(account);
    const task = Promise.withResolvers<void>();
    const turn = Promise.all([before, task.promise]);
    latest.set(account, turn);
    void turn.then(() => latest.get(account) === turn && latest.delete(account));
    try {
      if (before !== undefined) await waitWithLimit(clock, maxTurnWaitMs, before);
      return await run();
    } finally {
      task.resolve();
    }
  };
}
function waitWithLimit(clock: Clock, ms: number, task: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.scheduleAt(clock.now() + ms, () => reject(new DatabaseUnavailableError()));
    void task.then(() => {
      cancel();
      resolve();
    });
  });
}
