import { readFileSync, statSync } from "node:fs";
import type { Clock } from "../core/command.ts";
import { pause } from "../core/pause.ts";
import type { Log } from "../log.ts";
import {
  closeSession,
  readClusterName,
  connectWhenReady,
  findClusterLockOwner,
  SessionEndedError,
  acquireClusterLock,
  type DatabaseSession,
} from "./connect.ts";
import { findStartFailureReason, StartError } from "./start-error.ts";
import {
  clearStaleLocks,
  stopOnExit,
  findPostgres,
  startPostgres,
  type Postmaster,
  type PostgresOptions,
} from "./postmaster.ts";
import { hasSocket, toSocketUrl } from "./socket-dir.ts";

/** Number of restarts within a minute after which Parlour gives up. */
export const maxRestartsPerMinute = 5;

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
/**
 * Maximum time in milliseconds to wait for the socket file of a running server. If another process
 * owned the server, it would have restarted it by then (`watchSocket`).
 */
const socketTimeoutMs = 15_000;

export interface DatabaseLocation {
  readonly dataDir: string;
  readonly postgres: PostgresOptions;
  readonly name: string;
}
interface OpenServer {
  readonly server: Postmaster;
  readonly session: DatabaseSession;
}

/** Retries while the server restarts because one of its sessions crashed. */
export async function openServer(location: DatabaseLocation, log: Log): Promise<OpenServer> {
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
    if (running && running.socketDir === "") {
      if (clock.monotonic() > until) throw createNotRespondingError(location, running.pid);
      await pause(clock, 5);
      continue;
    }
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
  const { socketDir, isAlive } = running;
  const until = clock.monotonic() + socketTimeoutMs;
  const isLost = (): boolean => !hasSocket(socketDir) && clock.monotonic() > until;
  const session = await connectWhenReady(
    toSocketUrl(socketDir),
    clock,
    () => isAlive() && !isLost(),
  );
  if (!session) {
    if (!isAlive()) return null;
    if (isLost()) {
      log.warn({ pid: running.pid }, "database.replaced");
      await running.stop(10_000);
      return null;
    }
    throw createNotRespondingError(location, running.pid);
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
function createNotRespondingError(
  { dataDir, postgres }: DatabaseLocation,
  pid: number,
): StartError {
  return new StartError(
    `PostgreSQL (process ${pid}) is running on ${dataDir} but not responding; check ${postgres.logFile}`,
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
