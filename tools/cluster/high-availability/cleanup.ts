import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";

/** Environment variable that all processes of a cluster have in common. */
const variable = "CLUSTER_RUN";

/** Ends the processes of this cluster, also after a SIGKILL of the process that started them. */
export interface Cleanup {
  /** Ends everything that still runs. */
  end(): Promise<void>;
}

/**
 * Starts a process that waits for the end of this one and then kills everything that was started
 * since. Its pipe ends with this process, however that ends. Linux only.
 */
export function startCleanup(): Cleanup {
  const run = randomUUID();
  process.env[variable] = run;
  const { [variable]: _run, ...env } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), run], {
    env,
    stdio: ["pipe", "ignore", "inherit"],
    // A signal from the terminal does not reach it.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  child.unref();
  return {
    async end() {
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}

/** Kills all processes with this value of the variable, and the children of PostgreSQL servers. */
function killAll(run: string): void {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const read = (pid: string, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      // The process has ended.
      return "";
    }
  };
  const kill = (pid: string): void => {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // The process has ended.
    }
  };
  const marked = new Set(
    processes.filter((pid) => read(pid, "environ").split("\0").includes(`${variable}=${run}`)),
  );
  // PostgreSQL overwrites the environment of the processes of its connections.
  const parentOf = (pid: string): string =>
    /^\d+ \(.*\) \S (\d+)/s.exec(read(pid, "stat"))?.[1] ?? "";
  const children = processes.filter((pid) => marked.has(parentOf(pid)));
  for (const pid of [...marked, ...children]) kill(pid);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdin.resume();
  process.stdin.on("end", () => {
    const [, , run = ""] = process.argv;
    // What starts another process meanwhile is found the second time.
    for (let pass = 0; pass < 2; pass++) killAll(run);
    process.exit(0);
  });
}
