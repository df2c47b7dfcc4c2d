import { startTestDatabaseServer, databaseServerVariable } from "./database.ts";
import { openTempDir } from "./temp-dir.ts";

/**
 * Starts one database server for the whole vitest run, and opens one temporary folder for its
 * tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const scratch = openTempDir();
  // Worker processes and their child processes inherit this environment variable.
  if (scratch !== null) process.env["TMPDIR"] = scratch.folder;
  const server = await startTestDatabaseServer();
  process.env[databaseServerVariable] = server.url;
  return async () => {
    await server.stop();
    scratch?.close();
  };
}
