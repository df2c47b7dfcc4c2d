import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { endAfterKill } from "@parlour/testkit";

/** Processes of one benchmark: started here, measured by process accounting, always ended. */

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const ticksPerSecond = 100;
const runningProcesses = new Set<ChildProcess>();
const cleanups = new Set<() => Promise<unknown>>();
process.once("exit", () => {
  for (const child of runningProcesses) child.kill("SIGKILL");
});

/**
 * Registers a callback that runs if the benchmark is interrupted. Returns a function that removes
 * it.
 */
export function registerCleanup(callback: () => Promise<unknown>): () => void {
  cleanups.add(callback);
  return () => void cleanups.delete(callback);
}
/**
 * Ends all running processes started here. First with SIGTERM, because the server stops its
 * database itself, after 8 s with SIGKILL.
 */
export async function endAll(): Promise<void> {
  const ended = [...runningProcesses].map(
    (child) =>
      new Promise<void>((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  );
  const killTimer = setTimeout(() => {
    for (const child of runningProcesses) child.kill("SIGKILL");
  }, 8_000);
  await Promise.allSettled([...ended, ...[...cleanups].map((cleanup) => cleanup())]);
  clearTimeout(killTimer);
}

/** A running process that accepts work. */
export interface StartedProgram {
  readonly pid: number;
  /** Milliseconds from spawn until the process was ready. */
  readonly readyMs: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}
/** A Node process. It is ready after a line on standard output. */
export interface StartedProcess extends StartedProgram {
  /** The matched line. */
  readonly ready: string;
  readonly child: ChildProcess;
  /**
   * Sends one question over the control channel (`serveControlChannel`). Rejects without an answer
   * within `withinMs` (60 s).
   */
  ask<T>(question: string, value?: unknown, withinMs?: number): Promise<T>;
}
export interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
  readonly ready: RegExp;
  readonly withinMs?: number;
}

/** Starts a Node script and waits for a line on standard output that matches `ready`. */
export function startNode(script: string, options: StartOptions): Promise<StartedProcess> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [...(options.nodeArgs ?? []), script, ...(options.args ?? [])],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production", ...options.env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  const { exited, stop } = trackChild(child);
  return new Promise((resolve, reject) => {
    let out = "";
    let err = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${script} not ready in time\n${out}\n${err}`));
    }, options.withinMs ?? 30_000);
    child.stderr?.on("data", (chunk: Buffer) => {
      err = (err + chunk.toString()).slice(-4000);
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      out = (out + chunk.toString()).slice(-8000);
      const line = out.split("\n").find((l) => options.ready.test(l));
      if (line === undefined || child.pid === undefined) return;
      clearTimeout(timer);
      resolve({
        pid: child.pid,
        ready: line,
        readyMs: performance.now() - startedAt,
        child,
        ask: (question, value, withinMs = 60_000) =>
          sendQuestion(child, { question, value }, withinMs, () => err),
        stop,
      });
    });
    void exited.then(() => {
      clearTimeout(timer);
      reject(new Error(`${script} ended before it was ready\n${out}\n${err}`));
    });
  });
}

export interface StartProgramOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory. */
  readonly folder: string;
  /** The program is ready when it accepts connections on this port of 127.0.0.1. */
  readonly port: number;
}
/** Starts a program that is not Node. Rejects if it is not ready within 30 s. */
export async function startProgram(options: StartProgramOptions): Promise<StartedProgram> {
  const startedAt = performance.now();
  const child = spawn(options.command, options.args, {
    cwd: options.folder,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { exited, stop } = trackChild(child);
  let output = "";
  let isEnded = false;
  void exited.then(() => {
    isEnded = true;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    });
  while (!(await canConnect(options.port))) {
    const isLate = performance.now() - startedAt > 30_000;
    if (isLate) await stop("SIGKILL");
    if (isLate || isEnded) throw new Error(`${options.command} did not become ready\n${output}`);
    await pause(20);
  }
  return { pid: child.pid ?? 0, readyMs: performance.now() - startedAt, stop };
}
function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Registers a child for `endAll`. Returns how to wait for its end and how to stop it. */
function trackChild(child: ChildProcess): {
  readonly exited: Promise<void>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
} {
  runningProcesses.add(child);
  const noteEnd = child.pid === undefined ? () => undefined : endAfterKill(child.pid);
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      runningProcesses.delete(child);
      noteEnd();
      resolve();
    };
    child.once("exit", end);
    // The program could not be started.
    child.once("error", end);
  });
  return {
    exited,
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const killTimer = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await exited;
      clearTimeout(killTimer);
    },
  };
}

let lastQuestionId = 0;
function sendQuestion<T>(
  child: ChildProcess,
  { question, value }: { readonly question: string; readonly value: unknown },
  withinMs: number,
  readStderr: () => string,
): Promise<T> {
  const id = ++lastQuestionId;
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`no answer to "${question}" within ${withinMs / 1000} s`));
    }, withinMs);
    const onExit = (): void => {
      end();
      reject(new Error(`ended when asked "${question}": ${readStderr()}`));
    };
    const onMessage = (message: { id: number; answer?: T; error?: string }): void => {
      if (message.id !== id) return;
      end();
      if (message.error === undefined) resolve(message.answer as T);
      else reject(new Error(`${question}: ${message.error}`));
    };
    child.on("message", onMessage);
    child.once("exit", onExit);
    child.send({ id, question, value });
  });
}

/**
 * Returns the user and system time of a process in microseconds. `withChildren` (PostgreSQL):
 * includes its current children and those already collected, so that a backend that ended meanwhile
 * still counts.
 */
export function getCpuMicros(pid: number, withChildren = false): number {
  let ticks = readTicks(pid, withChildren);
  if (withChildren) for (const child of listChildPids(pid)) ticks += readTicks(child, false);
  return (ticks * 1e6) / ticksPerSecond;
}
export function listChildPids(pid: number): number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((entry) => getParentPid(entry) === pid);
}
/** Returns the resident memory in bytes. */
export function getRssBytes(pid: number): number {
  return readKilobytes(`/proc/${pid}/status`, "VmRSS") * 1024;
}
/** Returns the peak resident memory since the start, in bytes. */
export function getPeakRssBytes(pid: number): number {
  return readKilobytes(`/proc/${pid}/status`, "VmHWM") * 1024;
}
/** Counts the open connections of a listening port, on the server side. */
export function countConnections(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readFileSync(file, "latin1").split("\n"))
    .filter((line) => {
      const [, localAddress, , state] = line.trim().split(/\s+/, 4);
      return state === "01" && localAddress?.endsWith(local);
    }).length;
}
/**
 * Throws an error with advice if processes started here may not open this many files and sockets.
 */
export function assertFileLimit(count: number): void {
  const limit = Number(
    /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ??
      Number.POSITIVE_INFINITY,
  );
  if (limit < count)
    throw new Error(
      `a process may open ${limit} files here and ${count} are needed: run \`ulimit -n ${count}\` before, as root where it refuses`,
    );
}
/**
 * Returns the memory in bytes, with shared pages divided among their processes, so that a sum over
 * processes counts nothing twice.
 */
export function getPssBytes(pid: number): number {
  return readKilobytes(`/proc/${pid}/smaps_rollup`, "Pss") * 1024;
}
function readKilobytes(file: string, name: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(file, "utf8"));
  return Number(match?.[1] ?? 0);
}
function readTicks(pid: number, withCollected: boolean): number {
  const fields = readStat(pid);
  const ownTicks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  return withCollected ? ownTicks + Number(fields[13] ?? 0) + Number(fields[14] ?? 0) : ownTicks;
}
export function getParentPid(pid: number): number {
  return Number(readStat(pid)[1] ?? 0);
}
/** Fields after the command name, which may contain spaces. */
function readStat(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code === "ENOENT" ||
      (error as NodeJS.ErrnoException).code === "ESRCH"
    )
      return [];
    throw error;
  }
}
