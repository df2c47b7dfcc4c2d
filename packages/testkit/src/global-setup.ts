import { startTestServer, testServerVariable } from "./database.ts";

/** One database server for the whole run of vitest. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env[testServerVariable] = server.url;
  return () => server.stop();
}
