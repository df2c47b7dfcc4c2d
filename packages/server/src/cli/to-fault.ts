import { StartFault } from "../embedded/fault.ts";
import { RolesMissing } from "../store/migrate.ts";
import { UnsafeSettings } from "../store/pools.ts";

/** Where the process listens and stores, for sentences. The database's user and password stay out. */
export interface Surroundings {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string | null;
}

/** The sentence and exit code for a known reason not to start (CFG-018); null for everything else, which is a bug. */
export function toFault(error: unknown, around: Surroundings): StartFault | null {
  if (error instanceof StartFault) return error;
  if (error instanceof RolesMissing || error instanceof UnsafeSettings) return new StartFault(error.message, 78);
  // Of several addresses tried for one name, the first refusal speaks for all.
  if (error instanceof AggregateError && error.errors.length > 0) return toFault(error.errors[0], around);
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if ("syscall" in error && error.syscall === "listen") return listening(code, around);
  const reason =
    databaseReasons[code] ?? (/timeout|terminated unexpectedly/i.test(error.message) ? databaseReasons["ETIMEDOUT"] : undefined);
  if (reason === undefined) return null;
  const at = around.databaseUrl === null ? "the embedded database" : `the database at ${hostOf(around.databaseUrl)}`;
  return /^(42501|28|3D)/.test(code) ? new StartFault(`${at}: ${reason}`, 78) : new StartFault(`${at}: ${reason}`);
}

const databaseReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there; start it or correct DATABASE_URL",
  ECONNRESET: "it closed the connection; see its log",
  ENOTFOUND: "the host name is unknown; correct DATABASE_URL",
  EAI_AGAIN: "the host name cannot be looked up now; check the network",
  ETIMEDOUT: "it does not answer as PostgreSQL does; check the network and DATABASE_URL",
  EHOSTUNREACH: "there is no way to it; check the network",
  ENETUNREACH: "there is no way to it; check the network",
  ENOENT: "there is no such socket; correct DATABASE_URL",
  "28P01": "it refuses this user or password; correct DATABASE_URL",
  "28000": "it refuses this user; correct DATABASE_URL",
  "3D000": "this database does not exist there; create it or correct DATABASE_URL",
  "42501": "its user lacks rights; see docs/operate/README.md",
  "53100": "its disk is full; free some space and start again",
  "53300": "it has no free connection; raise max_connections",
  "25006": "it is read-only; point DATABASE_URL at the primary",
  "57P03": "it is starting up or shutting down; try again in a moment",
  "58030": "it cannot read or write its disk; see its log",
};

function listening(code: string, { host, port }: Surroundings): StartFault | null {
  if (code === "EADDRINUSE") return new StartFault(`port ${port} on ${host} is in use; stop what uses it or set PORT`);
  if (code === "EACCES") return new StartFault(`this user may not listen on port ${port}; set PORT to 1024 or above`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new StartFault(`${host} is not an address of this machine; correct HOST`, 78);
  return null;
}
function hostOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return searchParams.get("host") ?? host;
}
