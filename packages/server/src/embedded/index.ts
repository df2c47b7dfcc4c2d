import { chmodSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Clock } from "../core/command.ts";
import type { Log } from "../log.ts";
import { prepareBinaries } from "./binaries.ts";
import { initCluster } from "./cluster.ts";
import { closeSession } from "./connect.ts";
import { toFileError, StartError } from "./start-error.ts";
import { findPostgres } from "./postmaster.ts";
import { ensureDatabaseUser, canUserAccess } from "./database-user.ts";
import { buildServerSettings } from "./settings.ts";
import { createSocketDir, removeSocketDir, toSocketUrl, watchSocket } from "./socket-dir.ts";
import { syncCreatedPath } from "./sync-folder.ts";
import { type DatabaseLocation, openServer, maxRestartsPerMinute } from "./open-server.ts";

export { StartError } from "./start-error.ts";
export { getDefaultDataDir } from "./data-dir.ts";

/** The bundled PostgreSQL server, which is restarted if it dies. */
export interface EmbeddedDatabase {
  /** Connection URL for pg. It stays the same when the database restarts. */
  readonly url: string;
  /** Resolves with the reason if the database stopped for good, never after `stop`. */
  readonly died: Promise<StartError>;
  /**
   * Stops the database: gracefully within `timeoutMs` (default 10 s), after that at once,
   * which loses no data but requires a recovery.
   */
  stop(timeoutMs?: number): Promise<void>;
}
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Settings that are added to Parlour's own settings or replace them. For tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Folder for copied binaries, if Parlour is root and the checkout is read-only or private. */
const rootBinariesFolder = "/var/lib/parlour/pgsql";

/**
 * Starts the PostgreSQL of a data directory, or adopts a running one after a crash of Parlour. One
 * process owns a data directory at a time. If the database dies, it is restarted at the same
 * address. Throws StartError with a message for the administrator.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { clock, log } = options;
  const location = await prepare(options);
  let current = await openServer(location, log);
  let isStopping = false;
  /** A restart in progress. `stop` waits for the restart, so that no server keeps running. */
  let restarting: Promise<unknown> = Promise.resolve();

  const died = new Promise<StartError>((settle) => {
    void supervise().then(settle);
  });
  return {
    url: toSocketUrl(location.postgres.socketDir),
    died,
    async stop(timeoutMs = 10_000) {
      isStopping = true;
      await restarting.catch(() => undefined);
      await closeSession(current.session);
      await current.server.stop(timeoutMs);
      removeSocketDir(location.postgres.socketDir);
    },
  };

  /** Resolves when the session of the database has ended. Stops a database without a socket. */
  async function waitForEnd(): Promise<void> {
    const { server, session } = current;
    const endWatch = watchSocket(location.postgres.socketDir, clock, () => {
      if (isStopping) return;
      log.error({ pid: server.pid }, "database.socket_lost");
      void server.stop(10_000);
    });
    await session.ended;
    endWatch();
  }

  /**
   * Restarts the database when it dies. Resolves only if a restart fails, and never after `stop`.
   */
  async function supervise(): Promise<StartError> {
    const restarts: number[] = [];
    for (;;) {
      await waitForEnd();
      // This also covers a `stop` during the last restart.
      if (isStopping) return new Promise<never>(() => undefined);
      const now = clock.monotonic();
      while (restarts.length > 0 && now - (restarts[0] ?? 0) > 60_000) restarts.shift();
      if (restarts.push(now) > maxRestartsPerMinute)
        return new StartError(
          `the database crashed ${restarts.length} times within a minute; check ${location.postgres.logFile}`,
        );
      log.error({ pid: current.server.pid, alive: current.server.isAlive() }, "database.lost");
      try {
        createSocketDir(location.dataDir, location.postgres.as);
        const opening = openServer(location, log);
        restarting = opening;
        current = await opening;
        log.warn(
          { pid: current.server.pid, ms: Math.round(clock.monotonic() - now) },
          "database.recovered",
        );
      } catch (error) {
        if (error instanceof StartError) return error;
        throw error;
      }
    }
  }
}

/**
 * Returns the running server of a data directory for a second process (`parlour apply`), or null if
 * there is none or it has just started. Throws StartError if permissions are missing.
 */
export function findRunningDatabase(dataDir: string, clock: Clock): { url: string } | null {
  try {
    const found = findPostgres(join(resolve(dataDir), "pg"), clock);
    return found && found.socketDir !== "" ? { url: toSocketUrl(found.socketDir) } : null;
  } catch (error) {
    throw toFileError(error, dataDir);
  }
}

/** Returns whether a data directory has a database. Throws StartError without permissions. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  try {
    return (
      statSync(join(resolve(dataDir), "pg/PG_VERSION"), { throwIfNoEntry: false }) !== undefined
    );
  } catch (error) {
    throw toFileError(error, dataDir);
  }
}

async function prepare(options: EmbeddedOptions): Promise<DatabaseLocation> {
  const { log, clock } = options;
  const as = ensureDatabaseUser();
  const dataDir = createDataDir(options.dataDir, as !== undefined);
  if (as && !canUserAccess(as, "-x", dataDir)) {
    throw new StartError(
      `${dataDir}: PostgreSQL cannot run as root, and its user ${as.uid} has no access to this directory; use a DATA_DIR outside private directories, or run Parlour as the directory's owner`,
    );
  }
  try {
    const binaries = prepareBinaries({
      as,
      copyTo: as ? rootBinariesFolder : join(dataDir, "pgsql"),
      onProgress: (message) => log.info(message),
    });
    const cluster = join(dataDir, "pg");
    const started = clock.monotonic();
    if (await initCluster({ binaries, cluster, as }))
      log.info({ ms: Math.round(clock.monotonic() - started) }, "database.made");
    const { settings, name } = buildServerSettings(binaries, options.settings);
    const socketDir = createSocketDir(dataDir, as);
    return {
      dataDir,
      name,
      postgres: {
        binaries,
        cluster,
        socketDir,
        settings,
        as,
        clock,
        logFile: join(dataDir, "pg.log"),
      },
    };
  } catch (error) {
    throw toFileError(error, dataDir);
  }
}

/**
 * Creates the data directory. If Parlour runs as root, the database's user must be able to pass
 * through the directory. Otherwise it is private. Parent directories get default permissions.
 */
function createDataDir(configured: string, isRoot: boolean): string {
  const path = resolve(configured);
  try {
    const firstCreated = mkdirSync(dirname(path), { recursive: true });
    // A second start at the same time may create it first. `recursive` accepts a directory that
    // exists, and throws EEXIST for a file.
    const mode = isRoot ? 0o711 : 0o700;
    if (mkdirSync(path, { recursive: true, mode }) !== undefined) {
      chmodSync(path, mode);
      syncCreatedPath(path, firstCreated ?? path);
    }
    return realpathSync(path);
  } catch (error) {
    throw toFileError(error, path);
  }
}
