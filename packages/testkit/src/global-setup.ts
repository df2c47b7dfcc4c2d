import { startTestServer, testServerVariable } from "./database.ts";
import { openScratch } from "./scratch.ts";

/** One database server for the whole run of vitest, and one place for what its tests write. */
export default async function setup(): Promise<() => Promise<void>> {
  const scratch = openScratch();
  // Workers, and what they start, get the environment of this process.
  if (scratch !== null) process.env["TMPDIR"] = scratch.folder;
  const server = await startTestServer();
  process.env[testServerVariable] = server.url;
  return async () => {
    await server.stop();
    scratch?.close();
  };
}
