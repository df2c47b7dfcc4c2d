import pg from "pg";
import { parentOf } from "./process.ts";

/**
 * Returns the parent process of a connection's backend. Its CPU time including children is that of
 * the database.
 */
export async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return parentOf(rows[0]?.pid ?? 0);
}
export async function postmasterAt(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await postmasterOf(client);
  } finally {
    await client.end();
  }
}
