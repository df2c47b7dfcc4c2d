import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Clock } from "../core/command.ts";
import { programPath, type Binaries } from "./binaries.ts";
import { getDatabaseEnvironment } from "./cluster.ts";
import { pause, waitWithTimeout } from "./pause.ts";
import type { RunAs } from "./run-as.ts";

/** A running PostgreSQL server on one cluster. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDir: string;
  readonly isAlive: () => boolean;
  /** Requests a graceful shutdown without waiting. */
  requestStop(): void;
  /**
   * Detaches the server, because another process adopted it. It continues when this process exits.
   */
  detach(): void;
  /**
   * Shuts down fast, and after `timeoutMs` immediately, which requires a recovery at the
   * next start but loses no data. Resolves after the server has exited.
   */
  stop(timeoutMs: number): Promise<void>;
}
export interface PostgresOptions {
  readonly binaries: Binaries;
  readonly cluster: string;
  readonly socketDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly as?: RunAs | undefined;
  readonly clock: Clock;
}

const maxLogBytes = 8 * 1024 * 1024;

/**
 * Starts the server without waiting until it is ready. `isAlive` returns false if it could not
 * start.
 */
export function startPostgres(options: PostgresOptions): Postmaster {
  const { cluster, socketDir, clock } = options;
  const args = ["-D", cluster, "-k", socketDir];
  for (const [name, value] of Object.entries(options.settings)) args.push("-c", `${name}=${value}`);
  rotateLog(options.logFile);
  const log = openSync(options.logFile, "a", 0o600);
  // Detached, because Ctrl-C reaches the whole process group of a terminal, and the database must
  // outlive Parlour's last commit.
  const child = spawn(programPath(options.binaries, "postgres"), args, {
    ...options.as,
    env: getDatabaseEnvironment(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let isDead = false;
  const exited = new Promise<void>((resolve) => {
    const onEnded = (): void => {
      isDead = true;
      resolve();
    };
    child.once("exit", onEnded);
    child.once("error", onEnded);
  });
  child.unref();
  const end = (): void => void child.kill("SIGINT");
  const leave = stopOnExit(end);
  void exited.then(leave);
  return {
    pid: child.pid ?? 0,
    socketDir,
    isAlive: () => !isDead,
    requestStop: end,
    detach: leave,
    async stop(timeoutMs) {
      if (isDead) return;
      end();
      if (await waitWithTimeout(clock, timeoutMs, exited)) return;
      child.kill("SIGQUIT");
      await exited;
    },
  };
}

/**
 * Finds a server on this cluster that is not our child, for example after `kill -9` of the process
 * that started it.
 */
export function findPostgres(cluster: string, clock: Clock): Postmaster | null {
  const lines = readLines(join(cluster, "postmaster.pid"));
  const pid = Number(lines?.[0]);
  if (lines === null || !isRunningOn(pid, cluster)) return null;
  const alive = (): boolean => isRunningOn(pid, cluster);
  return {
    pid,
    // Line 5 is the socket directory. The server may have been started with another TMPDIR.
    socketDir: resolveForeignPath(pid, lines[4] ?? ""),
    isAlive: alive,
    requestStop: () => void (alive() && sendSignal(pid, "SIGINT")),
    detach: () => undefined,
    async stop(timeoutMs) {
      const until = clock.monotonic() + timeoutMs;
      sendSignal(pid, "SIGINT");
      while (alive() && clock.monotonic() < until) await pause(clock, 10);
      if (alive()) sendSignal(pid, "SIGQUIT");
      while (alive()) await pause(clock, 10);
    },
  };
}

/**
 * Returns a path to a folder of another process that works in this process. A service with its own
 * /tmp (`PrivateTmp=`) has its socket where other processes, such as `parlour backup`, cannot find
 * it by the plain path.
 */
function resolveForeignPath(pid: number, folder: string): string {
  try {
    const isSame = readlinkSync(`/proc/${pid}/ns/mnt`) === readlinkSync("/proc/self/ns/mnt");
    return isSame ? folder : `/proc/${pid}/root${folder}`;
  } catch {
    // Not available on this system, or the process ended meanwhile.
    return folder;
  }
}

/**
 * Requests a graceful shutdown when this process exits without having stopped the server: on a
 * repeated Ctrl-C, an uncaught error or an interrupted command. Only `kill -9` leaves it behind,
 * for the next start to adopt. Returns a function that cancels this.
 */
export function stopOnExit(end: () => void): () => void {
  process.once("exit", end);
  return () => void process.off("exit", end);
}

/**
 * Removes lock files whose process is not a server on this cluster. After a reboot or in a new
 * container, another process may have the same pid. PostgreSQL only checks whether the pid is in
 * use.
 */
export function clearStaleLocks(cluster: string, socketDir: string): void {
  const file = join(cluster, "postmaster.pid");
  const lines = readLines(file);
  if (lines !== null && !isRunningOn(Number(lines[0]), cluster)) {
    // Not deleted: the other lines let PostgreSQL check whether sessions of the dead server still
    // use the cluster's shared memory. Our own pid does not block PostgreSQL, because it is the pid
    // of its parent.
    writeFileSync(file, [String(process.pid), ...lines.slice(1)].join("\n"));
  }
  const socketLock = join(socketDir, ".s.PGSQL.5432.lock");
  const lockLines = readLines(socketLock);
  if (lockLines !== null && !isRunningOn(Number(lockLines[0]), cluster))
    rmSync(socketLock, { force: true });
}

/**
 * Returns whether the process is a server on that cluster. PostgreSQL uses the cluster as its
 * working directory.
 */
export function isRunningOn(pid: number, cluster: string): boolean {
  if (!Number.isSafeInteger(pid) || pid < 2) return false;
  if (process.platform !== "linux") {
    const command = spawnSync("ps", ["-o", "command=", "-p", String(pid)], {
      encoding: "utf8",
    }).stdout;
    return command.includes("postgres") && command.includes(cluster);
  }
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    // Ended, a zombie, or owned by a user whose processes are not readable. Our server is none of
    // these.
    return false;
  }
}

function readLines(file: string): string[] | null {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The process ended before the signal arrived, which is the purpose of the signal.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
function rotateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(file, `${file}.1`);
}
