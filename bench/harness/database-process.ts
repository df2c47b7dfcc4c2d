import pg from "pg";
import { getParentPid } from "./process.ts";

/**
 * Connects to a database for queries about a measurement. A lost connection fails its query.
 * Without a listener, its error event would end the benchmark if a scenario is cut off.
 */
export async function connectClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
/**
 * Returns the parent process of a connection's backend. Its CPU time including children is that of
 * the database.
 */
export async function findDatabaseProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return getParentPid(rows[0]?.pid ?? 0);
}
export async function findDatabaseProcessAt(databaseUrl: string): Promise<number> {
  const client = await connectClient(databaseUrl);
  try {
    return await findDatabaseProcess(client);
  } finally {
    await client.end();
  }
}
