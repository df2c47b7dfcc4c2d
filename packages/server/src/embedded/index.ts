import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Clock } from "../core/command.ts";
import type { Log } from "../log.ts";
import { prepareBinaries } from "./binaries.ts";
import { initCluster } from "./cluster.ts";
import { close, clusterName, connectWhenReady, lockHolder, SessionEnded, takeLock, type Session } from "./connect.ts";
import { fileFault, reasonIn, StartFault } from "./fault.ts";
import { pause } from "./pause.ts";
import { clearStaleLocks, endWithProcess, findPostgres, startPostgres, type Postmaster, type PostgresOptions } from "./postmaster.ts";
import { databaseUser, userMay } from "./run-as.ts";
import { withFingerprint } from "./settings.ts";
import { makeSocketDir, removeSocketDir, socketUrl } from "./socket-dir.ts";
import { syncMade } from "./sync-folder.ts";

export { StartFault } from "./fault.ts";
export { defaultDataDir } from "./data-dir.ts";

/** The bundled PostgreSQL with supervision. */
export interface Embedded {
  /** Connection URL for pg. It does not change when the database restarts. */
  readonly url: string;
  /**
   * Resolves with the reason if the database stopped and could not be restarted. Never after
   * `stop`.
   */
  readonly died: Promise<StartFault>;
  /**
   * Stops the database: gracefully within `requestTimeoutMs` (default 10 s), after that at once, which
   * loses no data but requires a recovery.
   */
  stop(timeoutMs?: number): Promise<void>;
}
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Settings added to or replacing the product's own (tests). */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Folder for copied binaries if the checkout is read-only or private and Parlour runs as root. */
const rootCopies = "/var/lib/parlour/pgsql";
/**
 * After a process is killed, its backend releases the lock within milliseconds, on a busy machine
 * within two seconds.
 */
const lockPatienceMs = 3_000;
/** Maximum time for sessions of a killed server to end before a new server can start. */
const leftoverPatienceMs = 10_000;
/** Restarts within a minute after which Parlour gives up. */
const restartsPerMinute = 5;

/**
 * Starts the PostgreSQL of a data directory, or adopts it after a crash of Parlour. One process
 * owns a data directory at a time. If the database dies, it is restarted at the same address.
 * Throws StartError with a message for the administrator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { clock, log } = options;
  const place = await prepare(options);
  let current = await open(place, log);
  let stopping = false;
  /** A restart in progress. `stop` waits for it, so that no server is left behind. */
  let restarting: Promise<unknown> = Promise.resolve();

  const died = new Promise<StartFault>((give) => {
    void supervise().then(give);
  });
  return {
    url: socketUrl(place.postgres.socketDir),
    died,
    async stop(timeoutMs = 10_000) {
      stopping = true;
      await restarting.catch(() => undefined);
      await close(current.session);
      await current.server.stop(timeoutMs);
      removeSocketDir(place.postgres.socketDir);
    },
  };

  /** Resolves only with an error. Never resolves after `stop`. */
  async function supervise(): Promise<StartFault> {
    const restarts: number[] = [];
    for (;;) {
      await current.session.ended;
      // Also true if `stop` was called during the last restart.
      if (stopping) return new Promise<never>(() => undefined);
      const now = clock.monotonic();
      while (restarts.length > 0 && now - (restarts[0] ?? 0) > 60_000) restarts.shift();
      if (restarts.push(now) > restartsPerMinute)
        return new StartFault(`the database died ${restarts.length} times within a minute; see ${place.postgres.logFile}`);
      log.error({ pid: current.server.pid, alive: current.server.alive() }, "database.lost");
      try {
        const opening = open(place, log);
        restarting = opening;
        current = await opening;
        log.warn({ pid: current.server.pid, ms: Math.round(clock.monotonic() - now) }, "database.recovered");
      } catch (error) {
        if (error instanceof StartFault) return error;
        throw error;
      }
    }
  }
}

/**
 * Returns the running server of a data directory for a second process (`parlour apply`), or null.
 * Throws StartError without permissions.
 */
export function findRunning(dataDir: string, clock: Clock): { url: string } | null {
  try {
    const found = findPostgres(join(resolve(dataDir), "pg"), clock);
    return found ? { url: socketUrl(found.socketDir) } : null;
  } catch (error) {
    throw fileFault(error, dataDir);
  }
}

interface Place {
  readonly dataDir: string;
  readonly postgres: PostgresOptions;
  readonly name: string;
}
interface Opened {
  readonly server: Postmaster;
  readonly session: Session;
}

async function prepare({ dataDir: wanted, log, clock, settings: more }: EmbeddedOptions): Promise<Place> {
  const as = databaseUser();
  const dataDir = makeDataDir(wanted, as !== undefined);
  if (as && !userMay(as, "-x", dataDir)) {
    throw new StartFault(
      `${dataDir}: PostgreSQL does not run as root, and its user ${as.uid} cannot enter this directory; choose a DATA_DIR outside private directories, or run this as the user that it belongs to`,
    );
  }
  try {
    const binaries = prepareBinaries({ as, copyTo: as ? rootCopies : join(dataDir, "pgsql"), say: (message) => log.info(message) });
    const cluster = join(dataDir, "pg");
    const started = clock.monotonic();
    if (await initCluster({ binaries, cluster, as })) log.info({ ms: Math.round(clock.monotonic() - started) }, "database.made");
    const { settings, name } = withFingerprint(binaries, more);
    const socketDir = makeSocketDir(dataDir, as);
    return { dataDir, name, postgres: { binaries, cluster, socketDir, settings, as, clock, logFile: join(dataDir, "pg.log") } };
  } catch (error) {
    throw fileFault(error, dataDir);
  }
}

/**
 * Creates the data directory. Root's directory must let the database's user through, any other is
 * private. Parent directories get default permissions.
 */
function makeDataDir(wanted: string, asRoot: boolean): string {
  const path = resolve(wanted);
  try {
    const first = mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) {
      mkdirSync(path, { mode: 0o700 });
      if (asRoot) chmodSync(path, 0o711);
      syncMade(path, first ?? path);
    }
    if (!statSync(path).isDirectory()) throw new StartFault(`${path}: is not a directory; choose another DATA_DIR`);
    return realpathSync(path);
  } catch (error) {
    throw fileFault(error, path);
  }
}

/**
 * Same as `tryOpenServer`, with retries while the server restarts because one of its sessions
 * crashed.
 */
async function open(place: Place, log: Log): Promise<Opened> {
  for (let ended = 1; ; ended++) {
    try {
      return await openOnce(place, log);
    } catch (error) {
      if (!(error instanceof SessionEnded)) throw error;
      log.warn({ err: error }, "database.session_ended");
      if (ended > restartsPerMinute) throw new StartFault(`the database ended ${ended} sessions in a row; see ${place.postgres.logFile}`);
      await pause(place.postgres.clock, 50);
    }
  }
}

/**
 * Returns a server with the lock: the running one if it is orphaned and fits this release, else a
 * new one. Throws SessionEndedError.
 */
async function openOnce(place: Place, log: Log): Promise<Opened> {
  const { clock, cluster, logFile } = place.postgres;
  const until = clock.monotonic() + leftoverPatienceMs;
  for (;;) {
    const running = findPostgres(cluster, clock);
    if (running) {
      const adopted = await adopt(place, running, log);
      if (adopted) return adopted;
    }
    clearStaleLocks(cluster, place.postgres.socketDir);
    const logged = sizeOf(logFile);
    const server = startPostgres(place.postgres);
    const session = await connectWhenReady(socketUrl(server.socketDir), clock, server.alive);
    if (session) {
      if (await locked(session, clock)) return { server, session };
      // A process that started at the same time adopted the server.
      server.leave();
      throw await inUse(place, session, findPostgres(cluster, clock)?.pid ?? server.pid);
    }
    const text = readFileSync(logFile, "utf8");
    // The log is shorter than before if this start rotated it.
    const said = text.length < logged ? text : text.slice(logged);
    // Sessions of a killed server end shortly. Until then no other server may use the cluster. A
    // server started at the same time is found in the next round.
    if (!/pre-existing shared memory block|lock file "postmaster\.pid"/.test(said) || clock.monotonic() > until)
      throw notStarted(place, said);
    await pause(clock, 50);
  }
}

async function adopt(place: Place, running: Postmaster, log: Log): Promise<Opened | null> {
  const { clock } = place.postgres;
  const session = await connectWhenReady(socketUrl(running.socketDir), clock, running.alive);
  if (!session) {
    if (!running.alive()) return null;
    throw new StartFault(`PostgreSQL (process ${running.pid}) runs on ${place.dataDir} but does not answer; see ${place.postgres.logFile}`);
  }
  if (!(await locked(session, clock))) throw await inUse(place, session, running.pid);
  // The socket directory must be the expected one, even if the orphan was started with another
  // TMPDIR.
  if ((await clusterName(session)) === place.name && running.socketDir === place.postgres.socketDir) {
    log.info({ pid: running.pid }, "database.adopted");
    endWithProcess(() => running.end());
    return { server: running, session };
  }
  log.info({ pid: running.pid }, "database.replaced");
  await close(session);
  await running.stop(10_000);
  return null;
}

async function locked(session: Session, clock: Clock): Promise<boolean> {
  const until = clock.monotonic() + lockPatienceMs;
  for (;;) {
    if (await takeLock(session)) return true;
    if (clock.monotonic() > until) return false;
    await pause(clock, 20);
  }
}

/**
 * Closes the session. The message asks to stop Parlour, because it restarts a database that is
 * stopped alone.
 */
async function inUse(place: Place, session: Session, pid: number): Promise<StartFault> {
  const holder = await lockHolder(session);
  await close(session);
  return new StartFault(
    `another Parlour${holder === null ? "" : ` (process ${holder})`} is using ${place.dataDir} (database process ${pid}); stop that Parlour or choose another DATA_DIR`,
  );
}
function notStarted(place: Place, said: string): StartFault {
  const reason =
    reasonIn(said) ??
    said
      .split("\n")
      .filter((line) => /FATAL|PANIC|ERROR/.test(line))
      .at(-1) ??
    "it gave no reason";
  return new StartFault(`the database did not start: ${reason} (${place.postgres.logFile})`);
}
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
