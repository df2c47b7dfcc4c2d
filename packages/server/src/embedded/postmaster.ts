import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../core/ports.ts";
import { program, type Binaries } from "./binaries.ts";
import { databaseEnvironment } from "./cluster.ts";
import { pause, within } from "./pause.ts";
import type { RunAs } from "./run-as.ts";

/** A running PostgreSQL server on one cluster. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDir: string;
  readonly alive: () => boolean;
  /** Asks it to end in order, and waits for nothing. */
  end(): void;
  /** Another process has it now: it goes on when this one exits. */
  leave(): void;
  /** Fast shutdown; after `timeoutMs` the hard one, which costs a redo at the next start and no data. Resolves when it is gone. */
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

const logLimitBytes = 8 * 1024 * 1024;

/** Starts the server. It is not ready yet when this returns; a server that could not start is no longer `alive`. */
export function startPostgres(options: PostgresOptions): Postmaster {
  const { cluster, socketDir, clock } = options;
  const args = ["-D", cluster, "-k", socketDir];
  for (const [name, value] of Object.entries(options.settings)) args.push("-c", `${name}=${value}`);
  rotate(options.logFile);
  const log = openSync(options.logFile, "a", 0o600);
  // Detached: Ctrl-C reaches the whole process group of a terminal, and the database must outlive the server by its last commit.
  const child = spawn(program(options.binaries, "postgres"), args, {
    ...options.as,
    env: databaseEnvironment(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let dead = false;
  const gone = new Promise<void>((resolve) => {
    const ended = (): void => {
      dead = true;
      resolve();
    };
    child.once("exit", ended);
    child.once("error", ended);
  });
  child.unref();
  const end = (): void => void child.kill("SIGINT");
  const leave = endWithProcess(end);
  void gone.then(leave);
  return {
    pid: child.pid ?? 0,
    socketDir,
    alive: () => !dead,
    end,
    leave,
    async stop(timeoutMs) {
      if (dead) return;
      end();
      if (await within(clock, timeoutMs, gone)) return;
      child.kill("SIGQUIT");
      await gone;
    },
  };
}

/** Looks for a server that runs on this cluster without being our child: after `kill -9` of the process that started it. */
export function findPostgres(cluster: string, clock: Clock): Postmaster | null {
  const lines = readLines(join(cluster, "postmaster.pid"));
  const pid = Number(lines?.[0]);
  if (lines === null || !runsOn(pid, cluster)) return null;
  const alive = (): boolean => runsOn(pid, cluster);
  return {
    pid,
    // Line 5 is the socket's directory: another TMPDIR may have been in force when it was started.
    socketDir: seenFromHere(pid, lines[4] ?? ""),
    alive,
    end: () => void (alive() && signal(pid, "SIGINT")),
    leave: () => undefined,
    async stop(timeoutMs) {
      const until = clock.monotonic() + timeoutMs;
      signal(pid, "SIGINT");
      while (alive() && clock.monotonic() < until) await pause(clock, 10);
      if (alive()) signal(pid, "SIGQUIT");
      while (alive()) await pause(clock, 10);
    },
  };
}

/**
 * A folder as that process sees it, under a name that leads there from here: a service with a /tmp of its own (`PrivateTmp=`) has its socket where
 * nobody else finds it by its plain path, `parlour backup` beside it for one.
 */
function seenFromHere(pid: number, folder: string): string {
  try {
    const isSame = readlinkSync(`/proc/${pid}/ns/mnt`) === readlinkSync("/proc/self/ns/mnt");
    return isSame ? folder : `/proc/${pid}/root${folder}`;
  } catch {
    // No such thing on this system, or it ended meanwhile.
    return folder;
  }
}

/**
 * Asks a server to end, in order, when this process exits without having stopped it: at the second kind of Ctrl-C, a fault that nobody caught, a
 * command that is interrupted. Only `kill -9` leaves it behind, for the next start to adopt. Answers how to forget it.
 */
export function endWithProcess(end: () => void): () => void {
  process.once("exit", end);
  return () => void process.off("exit", end);
}

/**
 * Takes lock files out of the way whose process is no server on this cluster: a number that another process got after a reboot
 * or in a new container, or a dead one that nobody collects. PostgreSQL itself only asks whether the number is in use.
 */
export function clearStaleLocks(cluster: string, socketDir: string): void {
  const file = join(cluster, "postmaster.pid");
  const lines = readLines(file);
  if (lines !== null && !runsOn(Number(lines[0]), cluster)) {
    // Not removed: its other lines let PostgreSQL see whether sessions of the dead server still have the cluster's memory.
    // Our own number is not in PostgreSQL's way, because it is its parent's.
    writeFileSync(file, [String(process.pid), ...lines.slice(1)].join("\n"));
  }
  const socketLock = join(socketDir, ".s.PGSQL.5432.lock");
  const holder = readLines(socketLock);
  if (holder !== null && !runsOn(Number(holder[0]), cluster)) rmSync(socketLock, { force: true });
}

/** True when that process is a server on that cluster: PostgreSQL makes the cluster its working directory. */
export function runsOn(pid: number, cluster: string): boolean {
  if (!Number.isSafeInteger(pid) || pid < 2) return false;
  if (process.platform !== "linux") {
    const command = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
    return command.includes("postgres") && command.includes(cluster);
  }
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    // Gone, a zombie, or of a user whose processes we may not look at: ours would be neither.
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
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended between the look and the signal, which is what the signal is for.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(file, `${file}.1`);
}
