import { latestBackup } from "../../backup/latest.ts";
import { resolveAddresses } from "../../config/read-config.ts";
import { getScannerClient } from "../../compose/files.ts";
import { openSocket } from "../../egress/socket.ts";
import { checkBackup } from "../../health/backups.ts";
import { checkOrigins } from "../../health/origins.ts";
import { checkAuditLog } from "../../health/audit.ts";
import { checkEgress } from "../../health/egress.ts";
import { checkServices } from "../../health/services.ts";
import { checkTls } from "../../health/tls.ts";
import { checkStoredData } from "../../health/stored-data.ts";
import { readMail } from "../../store/settings/installation/mail-changes.ts";
import { readStorage } from "../../store/settings/installation/storage.ts";
import { getDataDir } from "../database.ts";
import { inspectDatabase } from "./database.ts";
import { inspectDisk } from "./disk.ts";
import type { Finding, CheckDeps } from "./finding.ts";
import { inspectPort } from "./port.ts";
import { withRunningDatabase } from "./with-database.ts";

export type { Finding } from "./finding.ts";

/**
 * Checks of `parlour doctor` in output order (CLI-003). Checks shared with a running server are in
 * `health`.
 */
export const checks: readonly ((deps: CheckDeps) => Promise<readonly Finding[]>)[] = [
  inspectDisk,
  inspectDatabase,
  (deps) => withRunningDatabase(deps, (tx) => checkStoredData(tx, deps.clock.now())),
  (deps) => withRunningDatabase(deps, async (tx) => [await checkAuditLog(tx)]),
  async ({ config, clock }) => [checkBackup(await latestBackup(getDataDir(config)), clock.now())],
  (deps) => withRunningDatabase(deps, (tx) => inspectServices(tx, deps)),
  inspectPort,
  ({ config, clock }) => checkTls(resolveAddresses(config, config.port), clock),
  async ({ config }) => [checkOrigins(config.widgetUrl)],
  ({ config }) => checkEgress(config.egressAllow, process.env),
];

async function inspectServices(
  tx: Parameters<typeof readMail>[0],
  { clock, config }: CheckDeps,
): Promise<readonly Finding[]> {
  const { mail } = await readMail(tx);
  const storage = await readStorage(tx);
  return checkServices(
    { mail, storage, scanner: getScannerClient(config, clock, {}) },
    { clock, connect: (to, signal) => openSocket({}, to, signal) },
  );
}
