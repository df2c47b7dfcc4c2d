import { existsSync } from "node:fs";
import { relative } from "node:path";
import { appDir, documentsDir, widgetDir } from "../../server/src/build-paths.ts";
import { startTestDatabaseServer, databaseServerVariable } from "./database.ts";
import { openTempDir } from "./temp-dir.ts";

/**
 * Starts one database server for the whole vitest run, and opens one temporary folder for its
 * tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  warnWithoutBuild();
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

/**
 * `npm test` builds first. Without a build, tests of pages, scripts and documents fail with answers
 * that do not say why.
 */
function warnWithoutBuild(): void {
  const missing = [appDir, widgetDir, documentsDir]
    .filter((folder) => !existsSync(folder))
    .map((folder) => relative(process.cwd(), folder));
  if (missing.length > 0)
    console.warn(`${missing.join(", ")} missing: tests that need them fail. Run npm run build.`);
}
