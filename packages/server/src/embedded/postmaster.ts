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
import { pause, waitWithTimeout } from "../core/pause.ts";
import { getProgramPath, type PostgresBinaries } from "./binaries.ts";
import { getDatabaseEnvironment } from "./cluster.ts";
import type { DatabaseUser } from "./database-user.ts";

/** A running PostgreSQL server on one cluster. */
export interface Postmaster {
  readonly pid: number;
  /** Empty until the server of another process has chosen it, some milliseconds after its start. */
  readonly socketDir: string;
  readonly isAlive: () => boolean;
  /** Requests a graceful shutdown without waiting. */
  requestStop(): void;
  /** Another process adopted the server, which keeps running when this one exits. */
  detach(): void;
  /**
   * Shuts down fast, and after `timeoutMs` immediately, which requires a recovery at the
   * next start but loses no data. Resolves after the server has exited.
   */
  stop(timeoutMs: number): Promise<void>;
}
export interface PostgresOptions {
  readonly binaries: PostgresBinaries;
  readonly cluster: string;
  readonly socketDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly as?: DatabaseUser | undefined;
  readonly clock: Clock;
}

const maxLogBytes = 8 * 1024 * 1024;

/** Starts the server without waiting. `isAlive` returns false if it could not start. */
export function startPostgres(options: PostgresOptions): Postmaster {
  const { cluster, socketDir, clock } = options;
  const args = ["-D", cluster, "-k", socketDir];
  for (const [name, value] of Object.entries(options.settings)) args.push("-c", `${name}=${value}`);
  rotateLog(options.logFile);
  const log = openSync(options.logFile, "a", 0o600);
  // The process is detached, because Ctrl-C reaches the whole process group of a terminal. The
  // database must outlive Parlour's last commit.
  const child = spawn(getProgramPath(options.binaries, "postgres"), args, {
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
 * Finds a server on this cluster that is not a child of this process, for example after `kill -9`
 * of the process that started it. Returns null if there is none.
 */
export function findPostgres(cluster: string, clock: Clock): Postmaster | null {
  const lines = readLines(join(cluster, "postmaster.pid"));
  const pid = Number(lines?.[0]);
  if (lines === null || !isServerOnCluster(pid, cluster)) return null;
  const alive = (): boolean => isServerOnCluster(pid, cluster);
  return {
    pid,
    // Line 5 of the file is the socket directory. The server may have been started with another
    // TMPDIR. PostgreSQL writes the line some milliseconds after the others.
    socketDir: lines[4] ? resolveForeignPath(pid, lines[4]) : "",
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
 * Returns a path under which this process can reach a folder of another process. A service with its
 * own /tmp (`PrivateTmp=`) has its socket there. Other processes, such as `parlour backup`, cannot
 * find it under the plain path.
 */
function resolveForeignPath(pid: number, folder: string): string {
  try {
    const isSame = readlinkSync(`/proc/${pid}/ns/mnt`) === readlinkSync("/proc/self/ns/mnt");
    return isSame ? folder : `/proc/${pid}/root${folder}`;
  } catch {
    // The path is not available on this system, or the process has ended.
    return folder;
  }
}

/**
 * Requests a graceful shutdown of the server if this process exits without stopping it: on a
 * repeated Ctrl-C, an uncaught error or an interrupted command. Only after `kill -9` the server
 * keeps running, and the next start adopts it. Returns a function that cancels this.
 */
export function stopOnExit(end: () => void): () => void {
  process.once("exit", end);
  return () => void process.off("exit", end);
}

/**
 * Removes lock files whose process is not a server on this cluster. After a reboot or in a new
 * container, another process may have the same pid, and PostgreSQL only checks whether the pid is
 * in use.
 */
export function clearStaleLocks(cluster: string, socketDir: string): void {
  const file = join(cluster, "postmaster.pid");
  const lines = readLines(file);
  if (lines !== null && !isServerOnCluster(Number(lines[0]), cluster)) {
    // The file is kept, because its other lines let PostgreSQL check whether sessions of the dead
    // server still use the cluster's shared memory. The pid of this process does not block
    // PostgreSQL, because this process is its parent.
    writeFileSync(file, [String(process.pid), ...lines.slice(1)].join("\n"));
  }
  const socketLock = join(socketDir, ".s.PGSQL.5432.lock");
  const lockLines = readLines(socketLock);
  if (lockLines !== null && !isServerOnCluster(Number(lockLines[0]), cluster))
    rmSync(socketLock, { force: true });
}

/** Checks the working directory, which is the cluster for PostgreSQL. */
export function isServerOnCluster(pid: number, cluster: string): boolean {
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
    // The process has ended, is a zombie, or belongs to a user whose processes are not readable. A
    // server on this cluster is none of these.
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
    // ESRCH means that the process had ended before the signal arrived, which is the purpose of the
    // signal.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
function rotateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(file, `${file}.1`);
}
