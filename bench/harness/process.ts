import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Processes of one benchmark: started here, measured by process accounting, always ended. */

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const ticksPerSecond = 100;
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export interface Started {
  readonly pid: number;
  /** The line that matched, after which the process counts as ready. */
  readonly ready: string;
  /** Milliseconds from spawn to that line. */
  readonly readyMs: number;
  readonly child: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a Node script and waits for a line on standard output that matches `ready`. */
export function startNode(script: string, options: { args?: readonly string[]; env?: Record<string, string>; nodeArgs?: readonly string[]; ready: RegExp; withinMs?: number }): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), script, ...(options.args ?? [])], {
    cwd: root, env: { ...process.env, NODE_ENV: "production", ...options.env }, stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const exited = new Promise<void>((resolve) => child.once("exit", () => {
    running.delete(child);
    resolve();
  }));
  return new Promise((resolve, reject) => {
    let out = "";
    let err = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${script} not ready in time\n${out}\n${err}`));
    }, options.withinMs ?? 30_000);
    child.stderr.on("data", (chunk: Buffer) => {
      err = (err + chunk.toString()).slice(-4000);
    });
    child.stdout.on("data", (chunk: Buffer) => {
      out = (out + chunk.toString()).slice(-8000);
      const line = out.split("\n").find((l) => options.ready.test(l));
      if (line === undefined || child.pid === undefined) return;
      clearTimeout(timer);
      resolve({
        pid: child.pid, ready: line, readyMs: performance.now() - began, child,
        stop: async (signal = "SIGTERM") => {
          if (child.exitCode === null && child.signalCode === null) child.kill(signal);
          const hard = setTimeout(() => child.kill("SIGKILL"), 15_000);
          await exited;
          clearTimeout(hard);
        },
      });
    });
    void exited.then(() => {
      clearTimeout(timer);
      reject(new Error(`${script} ended before it was ready\n${out}\n${err}`));
    });
  });
}

/** User and system time of a process in microseconds, with that of its present children when asked (PostgreSQL's backends). */
export function cpuMicros(pid: number, withChildren = false): number {
  let ticks = ticksOf(pid);
  if (withChildren) {
    for (const entry of readdirSync("/proc")) {
      if (/^\d+$/.test(entry) && parentOf(Number(entry)) === pid) ticks += ticksOf(Number(entry));
    }
  }
  return (ticks * 1e6) / ticksPerSecond;
}
/** Resident memory in bytes. */
export function rssBytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? 0) * 1024;
}
function ticksOf(pid: number): number {
  const fields = statOf(pid);
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
function parentOf(pid: number): number {
  return Number(statOf(pid)[1] ?? 0);
}
/** Fields after the command name, which may hold spaces. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || (error as NodeJS.ErrnoException).code === "ESRCH") return [];
    throw error;
  }
}
