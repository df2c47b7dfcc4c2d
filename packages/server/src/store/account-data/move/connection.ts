import type pg from "pg";
import type { Sql } from "../../database/sql.ts";
import { useRole } from "../../database/roles/names.ts";

/** A connection of a move. */
export type Connection = pg.Client;

export const toSql = (client: Connection): Sql => ({
  query: async (text, values = []) => (await client.query(text, [...values])).rows as never,
});

/** Begins a transaction with the role of the writer. `mode`: such as its isolation level. */
export async function beginAsWriter(client: Connection, mode = ""): Promise<Sql> {
  await client.query(`begin ${mode}`);
  await client.query(`set local statement_timeout = 0; ${useRole("writer", "transaction")}`);
  return toSql(client);
}
/** Runs a transaction on a connection, with the role of the writer. */
export async function asWriter<R>(
  client: Connection,
  run: (tx: Sql) => Promise<R>,
  mode = "",
): Promise<R> {
  const tx = await beginAsWriter(client, mode);
  try {
    const result = await run(tx);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
