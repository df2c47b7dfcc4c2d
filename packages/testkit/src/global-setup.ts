import { startTestServer, testServerVariable } from "./database.ts";
import { openScratch } from "./scratch.ts";

/**
 * Starts one database server for the whole vitest run, and opens one temporary folder for its
 * tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const scratch = openScratch();
  // Workers and their child processes inherit the environment of this process.
  if (scratch !== null) process.env["TMPDIR"] = scratch.folder;
  const server = await startTestServer();
  process.env[testServerVariable] = server.url;
  return async () => {
    await server.stop();
    scratch?.close();
  };
}
