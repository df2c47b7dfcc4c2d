import type pg from "pg";
import { refuse } from "../../core/failure.ts";
import { isDatabaseOutage, toMoveRefusal } from "./database-errors.ts";

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
    transaction: async (run) => {
      const client = await pool.connect().catch(rejectUnavailable);
      let broken: Error | undefined;
      try {
        await client.query("begin");
        const result = await run({ query: (text, values) => queryRows(client, text, values) });
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch((rollback: unknown) => {
          broken = rollback instanceof Error ? rollback : new Error(String(rollback));
        });
        return rejectUnavailable(error);
      } finally {
        // A connection whose rollback failed must not be reused.
        client.release(broken);
      }
    },
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
