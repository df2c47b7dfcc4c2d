import type { Socket } from "node:net";
import type { Clock } from "../core/command.ts";
import type { MailRecord } from "../core/record/mail.ts";
import type { EgressError } from "../egress/egress-error.ts";
import type { StorageSetting } from "../store/settings/storage.ts";
import { finding, type Finding } from "./finding.ts";

interface Place {
  readonly host: string;
  readonly port: number;
}
/** The virus scanner that FILE_SCANNER names (CFG-050). */
export interface ScannerPort {
  readonly at: string;
  /** Rejects if the scanner does not answer. */
  ping(ended: AbortSignal): Promise<unknown>;
}
/** Opens a connection (`openSocket` of egress). */
export type Connect = (to: Place, signal: AbortSignal) => Promise<Socket | EgressError>;

/**
 * Checks the mail server and the S3 service, if configured, by opening a connection to each. Also
 * checks whether the virus scanner answers.
 */
export function lookAtServices(
  {
    mail,
    storage: { kind, s3 },
    scanner,
  }: { readonly mail: MailRecord | null; readonly storage: StorageSetting; readonly scanner: ScannerPort | null },
  deps: { readonly clock: Clock; readonly connect: Connect },
): Promise<readonly Finding[]> {
  return Promise.all([
    mail === null ? finding("mail_off") : reach("mail", mail, deps),
    s3 === null || kind === "disk" ? finding("storage_disk") : reach("storage", placeOf(s3.endpoint), deps),
    scanner === null ? finding("scanner_off") : ask(scanner),
  ]);
}

async function ask(scanner: ScannerPort): Promise<Finding> {
  const { at } = scanner;
  try {
    await scanner.ping(new AbortController().signal);
    return finding("scanner_good", { at });
  } catch (error) {
    return finding("scanner_unreachable", { at, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function reach(
  check: "mail" | "storage",
  to: Place,
  { clock, connect }: { readonly clock: Clock; readonly connect: Connect },
): Promise<Finding> {
  const late = new AbortController();
  const cancel = clock.scheduleAt(clock.now() + 5_000, () => late.abort(new Error("too late")));
  const at = `${to.host}:${to.port}`;
  try {
    const socket = await connect(to, late.signal);
    if (socket instanceof Error) return finding(`${check}_unreachable`, { at, reason: late.signal.aborted ? "timeout" : socket.outcome });
    socket.destroy();
    return finding(`${check}_good`, { at });
  } finally {
    cancel();
  }
}

function placeOf(endpoint: string): Place {
  const { hostname, port, protocol } = new URL(endpoint);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port) };
}
