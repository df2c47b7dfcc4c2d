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

/**
 * Starts a server that stores nothing. `password`: that of the default user; `masterPort`: port of
 * the server whose replica it is.
 */
export function startTestRedis({
  password,
  masterPort,
}: { password?: string | undefined; masterPort?: number } = {}): Promise<TestRedis> {
  const settings = ["--save", "", "--repl-diskless-sync-delay", "0"];
  if (password !== undefined) settings.push("--requirepass", password, "--masterauth", password);
  if (masterPort !== undefined) settings.push("--replicaof", `127.0.0.1 ${masterPort}`);
  return startRedisProcess({ password, buildSettings: () => settings });
}

/** Processes that end with this one. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a server or a Sentinel. `buildSettings`: its arguments, for a folder of its own. */
export async function startRedisProcess({
  password,
  buildSettings,
}: {
  readonly password: string | undefined;
  readonly buildSettings: (folder: string) => readonly string[];
}): Promise<TestRedis> {
  const path = await findRedisServer();
  if (path === null) throw new Error("redis-server is missing: apt-get install redis-server");
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "parlour-redis-"));
  const settings = [
    ...buildSettings(folder),
    // Its title would overwrite the environment, by which a cluster finds what it must end.
    "--set-proc-title",
    "no",
    "--port",
    `${port}`,
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
  ];
  let child: ChildProcess | null = null;
  let exited = Promise.resolve();
  const start = async (): Promise<void> => {
    const started = (child = spawn(path, settings, { stdio: "ignore" }));
    running.add(started);
    exited = new Promise((resolve) => void started.once("exit", () => resolve()));
    void exited.then(() => running.delete(started));
    await waitForPort(port);
  };
  const kill = async (): Promise<void> => {
    child?.kill("SIGKILL");
    child = null;
    await exited;
  };
  await start();
  return {
    port,
    url: `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}`,
    run: async (command) => (await queryRedis({ port, password, command }))[0] ?? "",
    suspend: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    kill,
    restart: start,
    async close() {
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

/** Runs a command on a server or Sentinel. Returns the lines of its answer. */
export function queryRedis({
  port,
  password,
  command,
}: {
  readonly port: number;
  readonly password: string | undefined;
  readonly command: string;
}): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("error", reject);
    socket.setTimeout(answerTimeoutMs, () => socket.destroy(new Error(`no answer to ${command}`)));
    socket.on("data", (chunk) => {
      answer += chunk.toString();
      if (!answer.endsWith(lastAnswer)) return;
      socket.destroy();
      const lines = answer.slice(0, -lastAnswer.length).trim().split("\r\n");
      resolve(lines.slice(password === undefined ? 0 : 1));
    });
    // Sentinels do not know QUIT.
    const auth = password === undefined ? "" : `AUTH ${password}\r\n`;
    socket.write(`${auth}${command}\r\nPING\r\n`);
  });
}
const answerTimeoutMs = 2_000;
const lastAnswer = "+PONG\r\n";
