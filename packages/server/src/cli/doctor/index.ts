import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { findLatestBackup } from "../../backup/latest.ts";
import { checkBackup, checkBackups, findNewestBackup } from "../../health/backups.ts";
import { checkOrigins } from "../../health/surroundings/origins.ts";
import { checkAuditLog } from "../../health/audit.ts";
import { checkEgress } from "../../health/egress.ts";
import { checkTls } from "../../health/surroundings/tls.ts";
import { checkStoredData } from "../../health/stored-data.ts";
import { getDataDir } from "../database.ts";
import { findAddresses, inspectEnvironment } from "./environment.ts";
import { inspectDatabase } from "./database.ts";
import type { DoctorFinding, CheckDeps } from "./finding.ts";
import { checkDisk } from "../../health/disk.ts";
import { inspectRedis } from "./redis.ts";
import { inspectPort } from "./port.ts";
import { withRunningDatabase } from "./running-database.ts";
import { inspectServices } from "./services.ts";

export type { DoctorFinding } from "./finding.ts";

/** In output order (CLI-003). `health` has the checks that a running server uses too. */
export const doctorChecks: readonly ((deps: CheckDeps) => Promise<readonly DoctorFinding[]>)[] = [
  inspectDisk,
  inspectDatabase,
  (deps) => withRunningDatabase(deps, (tx) => checkStoredData(tx, deps.clock.now())),
  (deps) => withRunningDatabase(deps, async (tx) => [await checkAuditLog(tx)]),
  inspectBackups,
  inspectRedis,
  (deps) => withRunningDatabase(deps, (tx) => inspectServices(tx, deps)),
  inspectPort,
  async (deps) => checkTls(await findAddresses(deps), deps.clock),
  async ({ config }) => [checkOrigins(config.widgetUrl)],
  inspectEnvironment,
  ({ config }) => checkEgress(config.egressAllow, process.env),
];

/** Checks the backups. If the database is not running, only those on this disk are known. */
async function inspectBackups(deps: CheckDeps): Promise<readonly DoctorFinding[]> {
  const dataDir = getDataDir(deps.config);
  const now = deps.clock.now();
  const findings = await withRunningDatabase(deps, async (tx) => [
    await checkBackups(tx, await findNewestBackup(dataDir, tx), now),
  ]);
  return findings.length > 0 ? findings : [checkBackup(await findLatestBackup(dataDir), now)];
}

/** Checks the disk space and permissions of DATA_DIR, or of its nearest existing parent. */
async function inspectDisk({ config }: CheckDeps): Promise<DoctorFinding[]> {
  const folder = getDataDir(config);
  let existing = resolve(folder);
  // `lstat` also finds a broken link, whose target does not exist.
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) existing = dirname(existing);
  return [await checkDisk(existing, folder)];
}
