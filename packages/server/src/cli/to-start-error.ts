import { StartError } from "../embedded/start-error.ts";
import { RolesMissingError } from "../store/migrate.ts";
import { SharedSessionError } from "../store/pooler-check.ts";
import { UnsafeSettingsError } from "../store/pools.ts";

/**
 * Host, port and database for error messages. User and password of the database are never shown.
 */
export interface ErrorContext {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string | null;
}

/**
 * Converts a known startup failure to a message with an exit code (CFG-018). Returns null for all
 * other errors, which are bugs.
 */
export function toStartError(error: unknown, context: ErrorContext): StartError | null {
  if (error instanceof StartError) return error;
  if (error instanceof RolesMissingError || error instanceof UnsafeSettingsError || error instanceof SharedSessionError)
    return new StartError(error.message, 78);
  // If several addresses of one name failed, the first error is reported.
  if (error instanceof AggregateError && error.errors.length > 0) return toStartError(error.errors[0], context);
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const syscall = "syscall" in error ? error.syscall : undefined;
  if (syscall === "listen") return toListenError(code, context);
  if (syscall !== undefined && syscall !== "connect" && Object.hasOwn(fileReasons, code)) return toPathError(error, code);
  const reasonKey = Object.hasOwn(databaseReasons, code)
    ? code
    : (messagePatterns.find(([, pattern]) => pattern.test(error.message))?.[0] ?? "");
  const reason = databaseReasons[reasonKey];
  if (reason === undefined) return null;
  const at = context.databaseUrl === null ? "the embedded database" : `the database at ${getDatabaseHost(context.databaseUrl)}`;
  return /^(42501|28|3D|no_)/.test(reasonKey) ? new StartError(`${at}: ${reason}`, 78) : new StartError(`${at}: ${reason}`);
}

/** Driver errors without a code, recognised by their message. */
const messagePatterns: readonly (readonly [string, RegExp])[] = [
  ["ETIMEDOUT", /timeout|terminated unexpectedly/i],
  ["no_tls", /does not support SSL/],
  ["no_password", /client password must be/],
];
const untrustedCertificate =
  "its certificate is not trusted; name the file of its authority in DATABASE_URL (sslrootcert=) or in NODE_EXTRA_CA_CERTS";

/** Messages for file system errors of a path, such as a command's output or a file in DATA_DIR. */
const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or directory; correct the path",
  ENOTDIR: "a part of this path is not a directory; correct the path",
  EISDIR: "is a directory; name a file",
  EEXIST: "exists already; take another name",
  ENOTEMPTY: "is not empty; take another name",
  EACCES: "no permission; see the owner of it and of the directories above, or run as a user who may",
  EPERM: "no permission; see the owner of it and of the directories above, or run as a user who may",
  ENOSPC: "the disk is full; free some space and try again",
  EDQUOT: "the disk quota is used up; free some space and try again",
  EROFS: "the disk is read-only; choose another place",
  ENAMETOOLONG: "the name is too long; choose a shorter one",
  ELOOP: "its symbolic links lead in a circle; correct the path",
  EIO: "the disk cannot be read or written; see the log of the system",
  EMFILE: "no descriptors are left; raise the limit of open files (ulimit -n)",
  ENFILE: "no descriptors are left on this machine",
};
function toPathError(error: Error, code: string): StartError {
  const path = "path" in error && typeof error.path === "string" ? `${error.path}: ` : "";
  return new StartError(`${path}${fileReasons[code]}`);
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
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: untrustedCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedCertificate,
  CERT_HAS_EXPIRED: "its certificate has expired; renew it there",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name; correct the host in DATABASE_URL",
  no_tls: "it speaks without TLS only; take sslmode out of DATABASE_URL, or turn TLS on there",
  no_password: "it asks for a password; put one into DATABASE_URL",
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

function toListenError(code: string, { host, port }: ErrorContext): StartError | null {
  if (code === "EADDRINUSE") return new StartError(`port ${port} on ${host} is in use; stop what uses it or set PORT`);
  if (code === "EACCES") return new StartError(`this user may not listen on port ${port}; set PORT to 1024 or above`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new StartError(`${host} is not an address of this machine; correct HOST`, 78);
  return null;
}
function getDatabaseHost(url: string): string {
  const { host, searchParams } = new URL(url);
  return searchParams.get("host") ?? host;
}
