import { StartError } from "../embedded/start-error.ts";
import { RightsMissingError } from "../store/installation-roles/rights.ts";
import { BackfillRunningError } from "../store/backfill-progress.ts";
import { MigrationError } from "../store/migrate.ts";
import { EarlierSchemaError } from "../store/migration-steps.ts";
import { SharedSessionError } from "../store/database/pooler-check.ts";
import { NoPrimaryError, SeveralClustersError } from "../store/database/hosts/database-client.ts";
import { describeHosts } from "../store/database/hosts/url.ts";
import { UnsafeSettingsError } from "../store/database/pools.ts";

/** For error messages, without the user and password of the database. */
export interface ErrorContext {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string | null;
}

/** Converts a known failure to one with an exit code (CFG-018). Null: a bug. */
export function toStartError(error: unknown, context: ErrorContext): StartError | null {
  if (error instanceof StartError) return error;
  if (
    error instanceof RightsMissingError ||
    error instanceof UnsafeSettingsError ||
    error instanceof SharedSessionError ||
    error instanceof SeveralClustersError
  )
    return new StartError(error.message, 78);
  if (
    error instanceof EarlierSchemaError ||
    error instanceof BackfillRunningError ||
    error instanceof NoPrimaryError
  )
    return new StartError(error.message);
  if (error instanceof MigrationError) return toUpgradeError(error, context);
  // If several addresses of a host name failed, only the first error is reported.
  if (error instanceof AggregateError && error.errors.length > 0)
    return toStartError(error.errors[0], context);
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const syscall = "syscall" in error ? error.syscall : undefined;
  if (syscall === "listen") return toListenError(code, context);
  if (syscall !== undefined && syscall !== "connect" && Object.hasOwn(fileReasons, code))
    return toPathError(error, code);
  return toDatabaseError(error, code, context);
}

/** Names the step and its reason, and the ways to continue or to go back (CORE-463). */
function toUpgradeError(
  { step, cause, wayBack }: MigrationError,
  context: ErrorContext,
): StartError {
  const known = toStartError(cause, context);
  const reason = known?.message ?? (cause instanceof Error ? cause.message : String(cause));
  return new StartError(
    `the upgrade of the database stopped at ${step}: ${reason}; start this release again to continue${wayBack === "" ? "" : `, or ${wayBack}`}`,
    known?.exitCode ?? 1,
  );
}

/** Converts an error of the database or its connection. Returns null for an unknown one. */
function toDatabaseError(
  error: Error,
  code: string,
  { databaseUrl }: ErrorContext,
): StartError | null {
  const reasonKey = Object.hasOwn(databaseReasons, code)
    ? code
    : (messagePatterns.find(([, pattern]) => pattern.test(error.message))?.[0] ?? "");
  const text = databaseReasons[reasonKey];
  if (text === undefined) return null;
  // PostgreSQL names the object, such as a table. It never quotes rows here.
  const reason =
    reasonKey === "42501" ? text.replace("privileges", `privileges (${error.message})`) : text;
  const at =
    databaseUrl === null
      ? "the embedded database"
      : `the database at ${describeHosts(databaseUrl)}`;
  return /^(42501|28|3D|no_)/.test(reasonKey)
    ? new StartError(`${at}: ${reason}`, 78)
    : new StartError(`${at}: ${reason}`);
}

/** Messages of driver errors that have no code. */
const messagePatterns: readonly (readonly [string, RegExp])[] = [
  ["ETIMEDOUT", /timeout|terminated unexpectedly/i],
  ["no_tls", /does not support SSL/],
  ["no_password", /client password must be/],
];
const untrustedCertificate =
  "its certificate is not trusted; set the CA file in DATABASE_URL (sslrootcert=) or NODE_EXTRA_CA_CERTS";

/** Messages for file system errors, such as those of an output file or of a file in DATA_DIR. */
const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory; check the path",
  ENOTDIR: "part of this path is not a directory; check the path",
  EISDIR: "is a directory; use a file",
  EEXIST: "already exists; use another name",
  ENOTEMPTY: "is not empty; use another name",
  EACCES:
    "permission denied; check the owner of the path and its parent directories, or run as another user",
  EPERM:
    "permission denied; check the owner of the path and its parent directories, or run as another user",
  ENOSPC: "the disk is full; free up space and try again",
  EDQUOT: "the disk quota is used up; free up space and try again",
  EROFS: "the disk is read-only; use another location",
  ENAMETOOLONG: "the name is too long; use a shorter one",
  ELOOP: "too many levels of symbolic links; check the path",
  EIO: "disk I/O error; check the system log",
  EMFILE: "too many open files; raise the limit (ulimit -n)",
  ENFILE: "too many open files on this machine",
};
function toPathError(error: Error, code: string): StartError {
  const path = "path" in error && typeof error.path === "string" ? `${error.path}: ` : "";
  return new StartError(`${path}${fileReasons[code]}`);
}

const databaseReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused; start it or check DATABASE_URL",
  ECONNRESET: "it closed the connection; check its log",
  ENOTFOUND: "host name not found; check DATABASE_URL",
  EAI_AGAIN: "the host name cannot be resolved right now; check the network",
  ETIMEDOUT: "no valid response from PostgreSQL; check the network and DATABASE_URL",
  EHOSTUNREACH: "host unreachable; check the network",
  ENETUNREACH: "host unreachable; check the network",
  ENOENT: "no such socket; check DATABASE_URL",
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: untrustedCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedCertificate,
  CERT_HAS_EXPIRED: "its certificate has expired; renew it",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "its certificate is for a different host name; check the host in DATABASE_URL",
  no_tls: "it does not support TLS; remove sslmode from DATABASE_URL, or turn TLS on in PostgreSQL",
  no_password: "it requires a password; add one to DATABASE_URL",
  "28P01": "it rejected this user or password; check DATABASE_URL",
  "28000": "it rejected this user; check DATABASE_URL",
  "3D000": "the database does not exist; create it or check DATABASE_URL",
  "42501": "its user lacks privileges; see docs/operate/database.md",
  "53100": "its disk is full; free up space and start again",
  "53300": "it has no free connections; raise max_connections",
  "25006": "it is read-only; point DATABASE_URL at the primary",
  "57P03": "it is starting up or shutting down; try again in a moment",
  "58030": "it has a disk I/O error; check its log",
};

function toListenError(code: string, { host, port }: ErrorContext): StartError | null {
  if (code === "EADDRINUSE")
    return new StartError(
      `port ${port} on ${host} is already in use; stop the other program or set PORT`,
    );
  if (code === "EACCES")
    return new StartError(`no permission to listen on port ${port}; set PORT to 1024 or higher`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new StartError(`${host} is not an address of this machine; check HOST`, 78);
  return null;
}
