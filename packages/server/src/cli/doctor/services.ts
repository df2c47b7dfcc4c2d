import { getScannerClient } from "../../compose/files.ts";
import { openSocket } from "../../egress/socket.ts";
import { checkServices } from "../../health/services.ts";
import { readMail } from "../../store/settings/installation/mail-changes.ts";
import { readStorage } from "../../store/settings/installation/storage.ts";
import type { DoctorFinding, CheckDeps } from "./finding.ts";

/** Checks the services that Parlour calls: mail, storage and scanner. */
export async function inspectServices(
  tx: Parameters<typeof readMail>[0],
  { clock, config }: CheckDeps,
): Promise<readonly DoctorFinding[]> {
  const { mail } = await readMail(tx);
  const storage = await readStorage(tx);
  return checkServices(
    { mail, storage, scanner: getScannerClient(config, clock, {}) },
    { clock, connect: (to, signal) => openSocket({}, to, signal) },
  );
}
