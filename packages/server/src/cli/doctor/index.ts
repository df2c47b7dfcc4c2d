import { latestBackup } from "../../backup/latest.ts";
import { resolveAddresses } from "../../config.ts";
import { getScannerClient } from "../../compose/scanner.ts";
import { openSocket } from "../../egress/socket.ts";
import { judgeBackup, judgeOrigins, lookAtAudit, lookAtEgress, lookAtServices, lookAtTls, lookAtWork } from "../../health/index.ts";
import { readMail } from "../../store/settings/mail.ts";
import { readStorage } from "../../store/settings/storage.ts";
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
  (deps) => withRunningDatabase(deps, (tx) => lookAtWork(tx, deps.clock.now())),
  (deps) => withRunningDatabase(deps, async (tx) => [await lookAtAudit(tx)]),
  async ({ config, clock }) => [judgeBackup(await latestBackup(getDataDir(config)), clock.now())],
  (deps) => withRunningDatabase(deps, (tx) => inspectServices(tx, deps)),
  inspectPort,
  ({ config, clock }) => lookAtTls(resolveAddresses(config, config.port), clock),
  async ({ config }) => [judgeOrigins(config.widgetUrl)],
  ({ config }) => lookAtEgress(config.egressAllow, process.env),
];

async function inspectServices(tx: Parameters<typeof readMail>[0], { clock, config }: CheckDeps): Promise<readonly Finding[]> {
  const { mail } = await readMail(tx);
  const storage = await readStorage(tx);
  return lookAtServices(
    { mail, storage, scanner: getScannerClient(config, clock, {}) },
    { clock, connect: (to, signal) => openSocket({}, to, signal) },
  );
}
