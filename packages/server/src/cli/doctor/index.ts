import { latestBackup } from "../../backup/latest.ts";
import { resolveAddresses } from "../../config.ts";
import { scannerClientOf } from "../../compose/scanner.ts";
import { openSocket } from "../../egress/socket.ts";
import { judgeBackup, judgeOrigins, lookAtAudit, lookAtEgress, lookAtServices, lookAtTls, lookAtWork } from "../../health/index.ts";
import { readMail } from "../../store/settings/mail.ts";
import { readStorage } from "../../store/settings/storage.ts";
import { dataDirOf } from "../database.ts";
import { database } from "./database.ts";
import { disk } from "./disk.ts";
import type { Finding, Surroundings } from "./finding.ts";
import { port } from "./port.ts";
import { askDatabase } from "./with-database.ts";

export type { Finding } from "./finding.ts";

/**
 * Checks of `parlour doctor` in output order (CLI-003). Checks shared with a running server are in
 * `health`.
 */
export const checks: readonly ((around: Surroundings) => Promise<readonly Finding[]>)[] = [
  disk,
  database,
  (around) => askDatabase(around, (tx) => lookAtWork(tx, around.clock.now())),
  (around) => askDatabase(around, async (tx) => [await lookAtAudit(tx)]),
  async ({ config, clock }) => [judgeBackup(await latestBackup(dataDirOf(config)), clock.now())],
  (around) => askDatabase(around, (tx) => services(tx, around)),
  port,
  ({ config, clock }) => lookAtTls(resolveAddresses(config, config.port), clock),
  async ({ config }) => [judgeOrigins(config.widgetUrl)],
  ({ config }) => lookAtEgress(config.egressAllow, process.env),
];

async function services(tx: Parameters<typeof readMail>[0], { clock, config }: Surroundings): Promise<readonly Finding[]> {
  const { mail } = await readMail(tx);
  const storage = await readStorage(tx);
  return lookAtServices(
    { mail, storage, scanner: scannerClientOf(config, clock, {}) },
    { clock, connect: (to, signal) => openSocket({}, to, signal) },
  );
}
