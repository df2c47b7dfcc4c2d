import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Clock } from "../core/command.ts";
import type { Log } from "../log.ts";
import { prepareBinaries } from "./binaries.ts";
import { initCluster } from "./cluster.ts";
import {
  closeSession,
  readClusterName,
  connectWhenReady,
  findClusterLockOwner,
  SessionEndedError,
  acquireClusterLock,
  type DatabaseSession,
} from "./connect.ts";
import { toFileError, findStartFailureReason, StartError } from "./start-error.ts";
import { pause } from "./pause.ts";
import {
  clearStaleLocks,
  stopOnExit,
  findPostgres,
  startPostgres,
  type Postmaster,
  type PostgresOptions,
} from "./postmaster.ts";
import { ensureDatabaseUser, canUserAccess } from "./database-user.ts";
import { buildServerSettings } from "./settings.ts";
import { createSocketDir, removeSocketDir, toSocketUrl } from "./socket-dir.ts";
import { syncCreatedPath } from "./sync-folder.ts";

export { StartError } from "./start-error.ts";
export { getDefaultDataDir } from "./data-dir.ts";

/** The bundled PostgreSQL server, which is restarted if it dies. */
export interface EmbeddedDatabase {
  /** Connection URL for pg. It stays the same when the database restarts. */
  readonly url: string;
  /**
   * Resolves with the reason if the database stopped and could not be restarted. Never resolves
   * after `stop`.
   */
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

/**
 * Folder for copied binaries. Used if Parlour runs as root and the checkout is read-only or
 * private.
 */
const rootBinariesFolder = "/var/lib/parlour/pgsql";
/**
 * Time to wait for the lock, in milliseconds. After a process is killed, its database session
 * releases the lock within milliseconds, or within two seconds on a busy machine.
 */
const lockTimeoutMs = 3_000;
/**
 * Maximum time in milliseconds to wait until sessions of a killed server have ended. Only then can
 * a new server start.
 */
const leftoverTimeoutMs = 10_000;
/** Number of restarts within a minute after which Parlour gives up. */
const maxRestartsPerMinute = 5;

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

  /**
   * Restarts the database when it dies. Resolves only if a restart fails, and never after `stop`.
   */
  async function supervise(): Promise<StartError> {
    const restarts: number[] = [];
    for (;;) {
      await current.session.ended;
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
 * there is none. Throws StartError if permissions are missing.
 */
export function findRunningDatabase(dataDir: string, clock: Clock): { url: string } | null {
  try {
    const found = findPostgres(join(resolve(dataDir), "pg"), clock);
    return found ? { url: toSocketUrl(found.socketDir) } : null;
  } catch (error) {
    throw toFileError(error, dataDir);
  }
}

interface DatabaseLocation {
  readonly dataDir: string;
  readonly postgres: PostgresOptions;
  readonly name: string;
}
interface OpenServer {
  readonly server: Postmaster;
  readonly session: DatabaseSession;
}

async function prepare({
  dataDir: configured,
  log,
  clock,
  settings: extraSettings,
}: EmbeddedOptions): Promise<DatabaseLocation> {
  const as = ensureDatabaseUser();
  const dataDir = createDataDir(configured, as !== undefined);
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
    const { settings, name } = buildServerSettings(binaries, extraSettings);
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
    if (!existsSync(path)) {
      mkdirSync(path, { mode: 0o700 });
      if (isRoot) chmodSync(path, 0o711);
      syncCreatedPath(path, firstCreated ?? path);
    }
    if (!statSync(path).isDirectory())
      throw new StartError(`${path}: is not a directory; use another DATA_DIR`);
    return realpathSync(path);
  } catch (error) {
    throw toFileError(error, path);
  }
}

/**
 * Calls `tryOpenServer`, and retries while the server restarts because one of its sessions crashed.
 */
async function openServer(location: DatabaseLocation, log: Log): Promise<OpenServer> {
  for (let ended = 1; ; ended++) {
    try {
      return await tryOpenServer(location, log);
    } catch (error) {
      if (!(error instanceof SessionEndedError)) throw error;
      log.warn({ err: error }, "database.session_ended");
      if (ended > maxRestartsPerMinute)
        throw new StartError(
          `the database closed ${ended} sessions in a row; check ${location.postgres.logFile}`,
        );
      await pause(location.postgres.clock, 50);
    }
  }
}

/**
 * Returns a server whose lock this process has. Uses the running server if no process owns it and
 * it fits this release, or else starts a new one. Throws SessionEndedError.
 */
async function tryOpenServer(location: DatabaseLocation, log: Log): Promise<OpenServer> {
  const { clock, cluster, logFile } = location.postgres;
  const until = clock.monotonic() + leftoverTimeoutMs;
  for (;;) {
    const running = findPostgres(cluster, clock);
    if (running) {
      const adopted = await adoptServer(location, running, log);
      if (adopted) return adopted;
    }
    clearStaleLocks(cluster, location.postgres.socketDir);
    const logSize = getFileSize(logFile);
    const server = startPostgres(location.postgres);
    const session = await connectWhenReady(toSocketUrl(server.socketDir), clock, server.isAlive);
    if (session) {
      if (await acquireLockInTime(session, clock)) return { server, session };
      // Another process that started at the same time has adopted the server.
      server.detach();
      throw await createInUseError(
        location,
        session,
        findPostgres(cluster, clock)?.pid ?? server.pid,
      );
    }
    const text = readFileSync(logFile, "utf8");
    // The log is shorter than before if this start rotated it.
    const newLog = text.length < logSize ? text : text.slice(logSize);
    // Sessions of a killed server end after a short time. Until then no other server may use the
    // cluster. A server that was started at the same time is found in the next round.
    if (
      !/pre-existing shared memory block|lock file "postmaster\.pid"/.test(newLog) ||
      clock.monotonic() > until
    )
      throw createStartError(location, newLog);
    await pause(clock, 50);
  }
}

async function adoptServer(
  location: DatabaseLocation,
  running: Postmaster,
  log: Log,
): Promise<OpenServer | null> {
  const { clock } = location.postgres;
  const session = await connectWhenReady(toSocketUrl(running.socketDir), clock, running.isAlive);
  if (!session) {
    if (!running.isAlive()) return null;
    throw new StartError(
      `PostgreSQL (process ${running.pid}) is running on ${location.dataDir} but not responding; check ${location.postgres.logFile}`,
    );
  }
  if (!(await acquireLockInTime(session, clock)))
    throw await createInUseError(location, session, running.pid);
  // The socket directory must be the expected one. The running server may have been started with
  // another TMPDIR.
  if (
    (await readClusterName(session)) === location.name &&
    running.socketDir === location.postgres.socketDir
  ) {
    log.info({ pid: running.pid }, "database.adopted");
    stopOnExit(() => running.requestStop());
    return { server: running, session };
  }
  log.info({ pid: running.pid }, "database.replaced");
  await closeSession(session);
  await running.stop(10_000);
  return null;
}

async function acquireLockInTime(session: DatabaseSession, clock: Clock): Promise<boolean> {
  const until = clock.monotonic() + lockTimeoutMs;
  for (;;) {
    if (await acquireClusterLock(session)) return true;
    if (clock.monotonic() > until) return false;
    await pause(clock, 20);
  }
}

/**
 * Closes the session and creates the error. Its message asks the administrator to stop Parlour,
 * because Parlour restarts a database that is stopped alone.
 */
async function createInUseError(
  location: DatabaseLocation,
  session: DatabaseSession,
  pid: number,
): Promise<StartError> {
  const ownerPid = await findClusterLockOwner(session);
  await closeSession(session);
  return new StartError(
    `another Parlour${ownerPid === null ? "" : ` (process ${ownerPid})`} is using ${location.dataDir} (database process ${pid}); stop it or use another DATA_DIR`,
  );
}
function createStartError(location: DatabaseLocation, newLog: string): StartError {
  const reason =
    findStartFailureReason(newLog) ??
    newLog
      .split("\n")
      .filter((line) => /FATAL|PANIC|ERROR/.test(line))
      .at(-1) ??
    "no reason given";
  return new StartError(
    `the database could not start: ${reason} (log: ${location.postgres.logFile})`,
  );
}
function getFileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
