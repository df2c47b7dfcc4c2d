import { createHash } from "node:crypto";
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../core/command.ts";
import { clusterOwner } from "./cluster.ts";
import { StartError } from "./start-error.ts";
import { canUserAccess, type DatabaseUser } from "./database-user.ts";

/** Name of the socket file of PostgreSQL's default port. */
const socketName = ".s.PGSQL.5432";
/** In bytes. Paths of sockets have at most about 107, with `/.s.PGSQL.5432.lock`. */
const maxFolderBytes = 80;

/**
 * Creates the private directory for a cluster's socket. It is outside the data directory, because
 * socket paths must be short. Any user who can enter it acts as the database's owner, so a
 * directory of another user is rejected.
 */
export function createSocketDir(dataDir: string, as: DatabaseUser | undefined): string {
  const name = `parlour-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
  const preferred = join(tmpdir(), name);
  const path =
    Buffer.byteLength(preferred) > maxFolderBytes || isInaccessible(as, tmpdir())
      ? join("/tmp", name)
      : preferred;
  const self = process.getuid?.();
  const uid = as?.uid ?? self;
  try {
    mkdirSync(path, { mode: 0o700 });
    if (as) chownSync(path, as.uid, as.gid);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code !== "EEXIST")
      throw new StartError(
        `${path}: could not create the directory for the database socket (${String(error.code)}); set TMPDIR to a directory that this user can write to`,
      );
  }
  const stats = lstatSync(path);
  // If a start was interrupted between creation and chown, the directory still belongs to the user
  // of this process.
  if (as && stats.isDirectory() && stats.uid === self && (stats.mode & 0o077) === 0)
    chownSync(path, as.uid, as.gid);
  else if (!stats.isDirectory() || stats.uid !== uid || (stats.mode & 0o077) !== 0) {
    throw new StartError(
      `${path} belongs to another user or is accessible to others; remove it and start again`,
    );
  }
  return path;
}

/** Returns whether the user cannot enter the folder, such as a TMPDIR of root. */
function isInaccessible(as: DatabaseUser | undefined, folder: string): boolean {
  return as !== undefined && folder !== "/tmp" && !canUserAccess(as, "-x", folder);
}

/**
 * Returns the URL for pg of the server that listens on the socket. Port and TLS are explicit,
 * because PGPORT and PGSSLMODE would otherwise apply.
 */
export function toSocketUrl(socketDir: string, database = "postgres"): string {
  return `postgresql://${clusterOwner}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}&sslmode=disable`;
}

/** Returns whether the socket file exists. Only a server whose file exists accepts connections. */
export function hasSocket(socketDir: string): boolean {
  return existsSync(join(socketDir, socketName));
}

/** Time between two checks of the socket file, in milliseconds. */
const socketCheckMs = 1_000;

/**
 * Calls `onLost` once if the socket file is gone, for example after a cleaner of /tmp. The server
 * does not notice it: open connections continue, and no new one is possible. Returns a function
 * that ends the checks.
 */
export function watchSocket(socketDir: string, clock: Clock, onLost: () => void): () => void {
  let cancel = (): void => undefined;
  const check = (): void => {
    if (hasSocket(socketDir)) schedule();
    else onLost();
  };
  const schedule = (): void => {
    cancel = clock.scheduleAt(clock.now() + socketCheckMs, check);
  };
  schedule();
  return () => cancel();
}

/** Removes it if it is empty. After a kill, the next start replaces the socket in it. */
export function removeSocketDir(path: string): void {
  if (existsSync(path) && readdirSync(path).length === 0) rmdirSync(path);
}
