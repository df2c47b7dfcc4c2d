import pg from "pg";
import { getParentPid } from "./process.ts";

/**
 * Returns the parent process of a connection's backend. Its CPU time including children is that of
 * the database.
 */
export async function findDatabaseProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return getParentPid(rows[0]?.pid ?? 0);
}
export async function findDatabaseProcessAt(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await findDatabaseProcess(client);
  } finally {
    await client.end();
  }
}
