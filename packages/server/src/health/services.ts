import type { Socket } from "node:net";
import type { RedisState } from "../bus/index.ts";
import type { Config, ServerAddresses } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import type { MailRecord } from "../store/settings/installation/mail-changes.ts";
import type { EgressError } from "../egress/egress-error.ts";
import type { StorageSetting } from "../store/settings/installation/storage.ts";
import { checkEgress } from "./egress.ts";
import { checkEnvironment, type Environment } from "./surroundings/environment.ts";
import { createFinding, type Finding } from "./finding.ts";
import { checkOrigins } from "./surroundings/origins.ts";
import { checkRedis } from "./redis.ts";
import { checkTls } from "./surroundings/tls.ts";

interface HostAddress {
  readonly host: string;
  readonly port: number;
}
/** The virus scanner of FILE_SCANNER (CFG-050). */
export interface ScannerPort {
  readonly address: string;
  /** Rejects if the scanner does not respond. */
  ping(ended: AbortSignal): Promise<unknown>;
}
/** Opens a connection, as `openSocket` of `egress` does. */
export type Connect = (to: HostAddress, signal: AbortSignal) => Promise<Socket | EgressError>;

/** The parts and settings of services outside the database. */
export interface ExternalServices {
  readonly clock: Clock;
  /** Null: REDIS_URL is not set (CFG-005). */
  readonly redis: { state(): RedisState } | null;
  readonly config: Config;
  readonly instance: {
    mail(): MailRecord | null;
    storage(): StorageSetting;
  };
  readonly addresses: () => ServerAddresses;
  readonly environment: Environment;
  /** Null: no virus scanner is configured (CFG-050). */
  readonly scanner: ScannerPort | null;
  readonly connect: Connect;
}

/** Checks what the installation uses outside the database, and its addresses. */
export async function checkExternalServices({
  clock,
  redis,
  config,
  instance,
  addresses,
  environment,
  scanner,
  connect,
}: ExternalServices): Promise<readonly Finding[]> {
  const [services, tls, egress] = await Promise.all([
    checkServices(
      { mail: instance.mail(), storage: instance.storage(), scanner },
      { clock, connect },
    ),
    checkTls(addresses(), clock),
    checkEgress(config.egressAllow, process.env),
  ]);
  return [
    checkRedis(redis?.state() ?? null),
    ...services,
    ...tls,
    checkOrigins(addresses().widgetUrl),
    ...checkEnvironment(environment),
    ...egress,
  ];
}

/** Checks the mail server, the S3 service and the virus scanner, if configured. */
export function checkServices(
  {
    mail,
    storage: { kind, s3 },
    scanner,
  }: {
    readonly mail: MailRecord | null;
    readonly storage: StorageSetting;
    readonly scanner: ScannerPort | null;
  },
  deps: { readonly clock: Clock; readonly connect: Connect },
): Promise<readonly Finding[]> {
  return Promise.all([
    mail === null ? createFinding("mail_off") : checkReachable("mail", mail, deps),
    s3 === null || kind === "disk"
      ? createFinding("storage_disk")
      : checkReachable("storage", parseHostAddress(s3.endpoint), deps),
    scanner === null ? createFinding("scanner_off") : checkScanner(scanner),
  ]);
}

async function checkScanner(scanner: ScannerPort): Promise<Finding> {
  const at = scanner.address;
  try {
    await scanner.ping(new AbortController().signal);
    return createFinding("scanner_good", { at });
  } catch (error) {
    return createFinding("scanner_unreachable", {
      at,
      reason: error instanceof Error ? error.message : String(error),
    });
  }
}

async function checkReachable(
  check: "mail" | "storage",
  address: HostAddress,
  { clock, connect }: { readonly clock: Clock; readonly connect: Connect },
): Promise<Finding> {
  const timeout = new AbortController();
  const cancel = clock.scheduleAt(clock.now() + 5_000, () => timeout.abort(new Error("too late")));
  const at = `${address.host}:${address.port}`;
  try {
    const socket = await connect(address, timeout.signal);
    if (socket instanceof Error)
      return createFinding(`${check}_unreachable`, {
        at,
        reason: timeout.signal.aborted ? "timeout" : socket.outcome,
      });
    socket.destroy();
    return createFinding(`${check}_good`, { at });
  } finally {
    cancel();
  }
}

function parseHostAddress(endpoint: string): HostAddress {
  const { hostname, port, protocol } = new URL(endpoint);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}
