import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  createTestDatabase,
  startIntegrator,
  startTestDatabaseServer,
  startTestParlour,
  type TestParlour,
} from "@parlour/testkit";
import { writeBackup } from "../packages/server/src/backup/index.ts";
import {
  createReleaseData,
  endpointPort,
  listReleaseDataPaths,
  provisioningEnv,
  provisioningText,
  readReleaseData,
  secretKey,
} from "../packages/server/tests/release-data-fixture.ts";
import { version } from "./release/package-files.ts";
import { runProgram } from "./release/run-program.ts";

/**
 * Writes the data of a small installation: the fixture of a release, from which later releases test
 * their upgrade. The archive has a backup (`backup`) and what the service API said of its data
 * (`contents.json`). Texts and most times are the same in each run. Keys, tokens and ids differ.
 *
 * `npm run x -- node tools/write-release-data.ts FILE`
 */

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("usage: node tools/write-release-data.ts FILE");
const folder = mkdtempSync(join(tmpdir(), "parlour-release-data-"));
const integrator = await startIntegrator(endpointPort);
const server = await startTestDatabaseServer();
const database = await createTestDatabase(server.url);
let parlour: TestParlour | null = null;
try {
  const { url } = database;
  parlour = await startTestParlour({
    databaseUrl: url,
    file: provisioningText,
    env: provisioningEnv,
  });
  await createReleaseData(parlour, integrator);
  const contents = await readReleaseData(parlour, await listReleaseDataPaths(parlour));
  writeFileSync(join(folder, "contents.json"), JSON.stringify(contents, null, 1));
  const { dataDir } = parlour;
  const now = new Date(parlour.clock.now());
  const backup = join(folder, "backup");
  await writeBackup({ url, dataDir, secretKey, version, folder: backup, now });
  const options = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"];
  runProgram("tar", ["-czf", resolve(target), ...options, "-C", folder, "backup", "contents.json"]);
} finally {
  await parlour?.close();
  await integrator.close();
  await database.drop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
