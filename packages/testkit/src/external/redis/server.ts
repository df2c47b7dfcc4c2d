import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, waitForPort } from "../../port.ts";
import { testTimeoutMs } from "../../timeouts.ts";

/** A Redis or Valkey server of its own process, on a port of its own. */
export interface TestRedis {
  readonly port: number;
  readonly url: string;
  /** Runs a command, for example `FLUSHALL`. Returns the first line of the answer. */
  run(command: string): Promise<string>;
  /** Suspends the process. Its connections stay open. */
  suspend(): void;
  resume(): void;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the process again, on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the path of the server that the launcher finds or installs, or null. */
export async function findRedisServer(): Promise<string | null> {
  const { findRedisServer: find } = (await import(
    new URL("../../../../../scripts/launch/redis.js", import.meta.url).href
  )) as { readonly findRedisServer: () => string | null };
  return find();
}

/** Starts a server that stores nothing. `password`: that of the default user. */
export async function startTestRedis({ password }: { password?: string } = {}): Promise<TestRedis> {
  const path = await findRedisServer();
  if (path === null) throw new Error("redis-server is missing: apt-get install redis-server");
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "parlour-redis-"));
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  if (password !== undefined) settings.push("--requirepass", password);
  let child: ChildProcess | null = null;
  let exited = Promise.resolve();
  const start = async (): Promise<void> => {
    const started = (child = spawn(path, settings, { stdio: "ignore" }));
    exited = new Promise((resolve) => void started.once("exit", () => resolve()));
    await waitForPort(port);
  };
  const kill = async (): Promise<void> => {
    child?.kill("SIGKILL");
    child = null;
    await exited;
  };
  const killAtExit = (): void => void child?.kill("SIGKILL");
  process.on("exit", killAtExit);
  await start();
  return {
    port,
    url: `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}`,
    run: (command) => runCommand(port, password, command),
    suspend: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    kill,
    restart: start,
    async close() {
      process.off("exit", killAtExit);
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until nodes use Redis in this way (metric `parlour_redis`). */
export async function waitForRedisUse(
  nodes: readonly { readonly url: string }[],
  use: "alone" | "with_postgres" | "away",
): Promise<void> {
  const isUsed = async ({ url }: { readonly url: string }): Promise<boolean> =>
    (await (await fetch(`${url}/metrics`)).text()).includes(`parlour_redis{use="${use}"} 1\n`);
  for (const end = performance.now() + testTimeoutMs; ;) {
    if ((await Promise.all(nodes.map(isUsed))).every(Boolean)) return;
    if (performance.now() > end) throw new Error(`Redis is never used ${use}`);
    // A change takes up to some seconds, and the metrics some milliseconds of CPU time.
    await new Promise((resolve) => void setTimeout(resolve, 30));
  }
}

function runCommand(port: number, password: string | undefined, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("error", reject);
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("end", () =>
      resolve(answer.trim().split("\r\n")[password === undefined ? 0 : 1] ?? ""),
    );
    socket.write(`${password === undefined ? "" : `AUTH ${password}\r\n`}${command}\r\nQUIT\r\n`);
  });
}
