import type pg from "pg";

/** What a named query or writer needs: one statement on a pool or inside a transaction. */
export interface Sql {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}
export interface Db extends Sql {
  /** Runs everything in one transaction; a rejection rolls back. */
  transaction<R>(run: (tx: Sql) => Promise<R>): Promise<R>;
}

/** The pool (of the writer role) as `Db`. */
export function openDb(pool: pg.Pool): Db {
  return {
    query: (text, values) => rowsOf(pool, text, values),
    transaction: async (run) => {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        const result = await run({ query: (text, values) => rowsOf(client, text, values) });
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch((rollback: unknown) => {
          broken = rollback instanceof Error ? rollback : new Error(String(rollback));
        });
        throw error;
      } finally {
        // A connection whose rollback failed must not serve anybody again.
        client.release(broken);
      }
    },
  };
}

async function rowsOf<R>(on: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[] = []): Promise<readonly R[]> {
  const result = await on.query(text, [...values]);
  return result.rows as R[];
}
