import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { findLatestBackup } from "../../backup/latest.ts";
import { resolveAddresses, type ServerAddresses } from "../../config/read-config.ts";
import { checkBackup, checkBackups, findNewestBackup } from "../../health/backups.ts";
import { checkOrigins } from "../../health/origins.ts";
import { checkAuditLog } from "../../health/audit.ts";
import { checkEgress } from "../../health/egress.ts";
import { checkTls } from "../../health/tls.ts";
import { checkStoredData } from "../../health/stored-data.ts";
import { readPublicUrl } from "../../store/settings/installation/public-url.ts";
import { getDataDir } from "../database.ts";
import { inspectEnvironment } from "./environment.ts";
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
  async (deps) => inspectEnvironment(deps, await findAddresses(deps)),
  ({ config }) => checkEgress(config.egressAllow, process.env),
];

/** Returns the addresses of the installation. Without its database, those of the configuration. */
async function findAddresses(deps: CheckDeps): Promise<ServerAddresses> {
  const { config } = deps;
  const [storedUrl = null] = await withRunningDatabase(deps, async (tx) => [
    await readPublicUrl(tx),
  ]);
  return resolveAddresses(config, config.port, storedUrl);
}

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
