import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { refuse } from "../../core/failure.ts";
import { isConnectionError, isDatabaseOutage, toMoveRefusal } from "./database-errors.ts";

/** Runs one statement on a pool or inside a transaction. */
export interface Sql {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}
/** A pool or a connection of the database library. */
export type Queryable = Pick<pg.Pool, "query">;
export interface Db extends Sql {
  /** Runs `run` in one transaction, which is rolled back if `run` rejects. */
  transaction<R>(run: (tx: Sql) => Promise<R>): Promise<R>;
}

/**
 * `toMilliseconds` returns SQL for a time column in milliseconds since 1970. `fromMilliseconds`
 * converts such a parameter to a time. Times come from the clock of the caller, never from that of
 * the database.
 */
export const toMilliseconds = (column: string): string =>
  `(extract(epoch from ${column}) * 1000)::float8`;
export const fromMilliseconds = (parameter: string): string =>
  `to_timestamp(${parameter}::float8 / 1000)`;

/**
 * Wraps the writer pool as `Db`. If the database does not respond or cannot write, `Db` throws
 * Refusal `temporarily_unavailable` (P17, P18).
 */
export function createDb(pool: pg.Pool): Db {
  return {
    query: (text, values) => queryRows(pool, text, values),
    transaction: (run) =>
      runTransaction(pool, (client) =>
        run({ query: (text, values) => queryRows(client, text, values) }),
      ).catch(rejectUnavailable),
  };
}

async function queryRows<R>(
  connection: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly R[]> {
  const result = await connection.query(text, [...values]).catch(rejectUnavailable);
  return result.rows as R[];
}

/** Refuses with 503 if the database is unavailable. All other errors are bugs. */
function rejectUnavailable(error: unknown): never {
  if (isDatabaseOutage(error))
    refuse("temporarily_unavailable", "The database is not responding. Try again shortly.", {
      retryAfterMs: 1_000,
    });
  throw toMoveRefusal(error) ?? error;
}

/**
 * Code inside a transaction asked for another connection (CORE-465). If every connection of the
 * pool is in such a transaction, each waits for one that another has, until all time out.
 */
export class NestedConnectionError extends Error {
  constructor(resource: string) {
    super(`${resource} was used inside a transaction, which must only use its own connection`);
    this.name = "NestedConnection";
  }
}
/** Receives a use of another connection inside a transaction. If it throws, the use fails. */
export type OnNested = (error: NestedConnectionError) => void;

interface OpenTransaction {
  /** False after the transaction. What it started in the background may use other connections. */
  isOpen: boolean;
  readonly onNested: OnNested;
}
/** The transaction that the current asynchronous calls belong to. */
const openTransactions = new AsyncLocalStorage<OpenTransaction>();

/**
 * Reports a use of `resource` inside a transaction. Called by everything that waits for a
 * connection other than that of the transaction: pools, dedicated connections, the commit gateway
 * and the settings cache.
 */
export function assertNoTransaction(resource: string): void {
  const transaction = openTransactions.getStore();
  if (transaction?.isOpen === true) transaction.onNested(new NestedConnectionError(resource));
}

/** Options of a pool. Absent: a use of another connection inside its transactions fails. */
export interface GuardOptions {
  readonly onNested?: OnNested | undefined;
}
function throwNested(error: NestedConnectionError): never {
  throw error;
}

/** A pool whose connections cannot be requested inside a transaction unnoticed. */
export class GuardedPool extends pg.Pool {
  constructor(config: pg.PoolConfig & GuardOptions) {
    super(config);
    const connect = this.connect.bind(this);
    // `query` of the pool also calls this function. It throws instead of rejecting, because callers
    // convert rejections to outages of the database.
    this.connect = ((...callback: Parameters<typeof connect>) => {
      assertNoTransaction(`the pool "${config.application_name ?? "parlour"}"`);
      return connect(...callback);
    }) as typeof connect;
  }
}

/**
 * Runs `run` in one transaction, which is rolled back if `run` rejects. Every transaction of a pool
 * goes through this function, which makes {@link assertNoTransaction} work. `onOutcomeUnknown` is
 * called if the connection broke in the commit, so that the changes may be written.
 */
export async function runTransaction<R>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<R>,
  onOutcomeUnknown?: () => void,
): Promise<R> {
  const client = await pool.connect();
  const { onNested = throwNested } = (pool.options ?? {}) as GuardOptions;
  const transaction: OpenTransaction = { isOpen: true, onNested };
  let broken: Error | undefined;
  let isCommitting = false;
  try {
    await client.query("begin");
    const result = await openTransactions.run(transaction, () => run(client));
    isCommitting = true;
    await client.query("commit");
    return result;
  } catch (error) {
    if (isConnectionError(error)) broken = error;
    else
      await client.query("rollback").catch((rollback: unknown) => {
        broken = rollback instanceof Error ? rollback : new Error(String(rollback));
      });
    if (isCommitting && broken !== undefined) onOutcomeUnknown?.();
    throw error;
  } finally {
    transaction.isOpen = false;
    // A connection whose transaction may be open must not be reused.
    client.release(broken);
  }
}
