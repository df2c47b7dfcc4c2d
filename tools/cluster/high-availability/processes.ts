import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** A program of the cluster, which can be started again. */
export interface ClusterProgram {
  /** Null while it does not run. */
  pid(): number | null;
  start(): void;
  /** Sends a signal. Resolves when the process has ended, by SIGKILL after 20 s. */
  end(signal: NodeJS.Signals): Promise<void>;
}
export interface ProgramOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The user as which it runs. Absent: that of this process. */
  readonly as?: { readonly uid: number; readonly gid: number } | undefined;
  readonly logFile: string;
}

const maxEndMs = 20_000;

export function createProgram({ command, args, env, as, logFile }: ProgramOptions): ClusterProgram {
  let child: ChildProcess | null = null;
  let exited = Promise.resolve();
  return {
    pid: () => child?.pid ?? null,
    start() {
      const log = openSync(logFile, "a");
      const started = (child = spawn(command, args, {
        env: { ...process.env, ...env },
        stdio: ["ignore", log, log],
        // A signal from the terminal does not reach it.
        detached: true,
        ...as,
      }));
      closeSync(log);
      exited = new Promise((resolve) => {
        const settle = (): void => {
          if (child === started) child = null;
          resolve();
        };
        started.once("exit", settle);
        started.once("error", settle);
      });
    },
    async end(signal) {
      const ending = child;
      ending?.kill(signal);
      const timer = setTimeout(() => ending?.kill("SIGKILL"), maxEndMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Waits until a condition is met. Throws an error with `failure` after a minute. */
export async function waitUntil(
  failure: string,
  isMet: () => boolean | Promise<boolean>,
  maxMs = 60_000,
): Promise<void> {
  for (const end = performance.now() + maxMs; !(await isMet()); await pause(50))
    if (performance.now() > end) throw new Error(failure);
}
