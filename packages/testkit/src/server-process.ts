import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtServerMain } from "./built-server.ts";
import { copyPreparedCluster } from "./database.ts";
import { findFreePort } from "./port.ts";

/** The server as a separate process with an embedded database, for tests that kill it. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** Returns the process id of the database. */
  databasePid(): number;
  /**
   * Suspends all processes of the database, so that no commit can complete. `end` kills the
   * processes with SIGKILL. Further calls of `end` do nothing.
   */
  freezeDatabase(): { end(): void };
  /** Milliseconds from the start of the process to its `ready` line. */
  readonly readyMs: number;
  /** Lines of standard output, including the setup link. */
  readonly lines: readonly string[];
  /**
   * Kills the server, its database, or both with SIGKILL. If the server is killed, resolves after
   * its process has ended.
   */
  kill(target: "server" | "database" | "both"): Promise<void>;
  /** Resolves with the exit code or the signal name. */
  readonly exited: Promise<number | string>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<number | string>;
}
export interface ServerProcessOptions {
  /** Data directory, which can be reused between starts. If absent, a new directory is created. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * A file of the test kit instead of the server's entry, for example one that kills itself at a
   * named step.
   */
  readonly entry?: string;
  readonly withinMs?: number;
  /** Receives the id of the process, which is not ready yet. */
  readonly onSpawn?: (pid: number) => void;
  /** Receives the log of the server, a piece at a time. */
  readonly onLog?: (text: string) => void;
}

const mainPath = fileURLToPath(builtServerMain);

/** Creates a data directory. If the tests run as root, the database's user can access it. */
export function createDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "parlour-product-"));
  chmodSync(folder, 0o711);
  return folder;
}
/**
 * Creates a data directory with the embedded database of a new installation. So the first start
 * neither creates nor migrates the database, which saves about two seconds of CPU time.
 */
export function createPreparedDataDir(): string {
  const folder = createDataDir();
  copyPreparedCluster(join(folder, "pg"));
  return folder;
}
export function removeDataDir(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts the server and waits for its `ready` line. Rejects with its output if it ends before that.
 */
export async function startServerProcess(
  options: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? createDataDir();
  const port = options.port ?? (await findFreePort());
  const startedAt = performance.now();
  const { DATABASE_URL: _url, ...inherited } = process.env;
  const child = spawn(process.execPath, [options.entry ?? mainPath], {
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      LOG_FORMAT: "json",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | string>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? code ?? -1)),
  );
  const lines: string[] = [];
  if (child.pid !== undefined) options.onSpawn?.(child.pid);
  child.stderr.on("data", (chunk: Buffer) => options.onLog?.(chunk.toString()));
  await waitUntilReady(child, lines, exited, options.withinMs ?? 120_000);
  const readyMs = performance.now() - startedAt;
  const databasePid = (): number =>
    Number(readFileSync(join(dataDir, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    pid: child.pid ?? 0,
    readyMs,
    lines,
    exited,
    databasePid,
    freezeDatabase() {
      const postmaster = databasePid();
      // A stopped postmaster starts no backends. Each of them is a separate process group.
      process.kill(postmaster, "SIGSTOP");
      const backends = listChildPids(postmaster).filter((pid) => signalIfRunning(pid, "SIGSTOP"));
      const databasePids = [postmaster, ...backends];
      return {
        end() {
          for (const pid of databasePids.splice(0)) process.kill(pid, "SIGKILL");
        },
      };
    },
    async kill(target) {
      if (target !== "server") process.kill(databasePid(), "SIGKILL");
      if (target === "database") return;
      child.kill("SIGKILL");
      await exited;
    },
    async stop() {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

/** Sends a signal. Returns false if the process has ended meanwhile. */
function signalIfRunning(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}

function waitUntilReady(
  child: ChildProcess,
  lines: string[],
  exited: Promise<number | string>,
  withinMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let out = "";
    let err = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`not ready within ${withinMs} ms: ${out}${err}`));
    }, withinMs);
    child.stderr?.on("data", (chunk: Buffer) => {
      err = (err + chunk.toString()).slice(-4_000);
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      lines.splice(0, lines.length, ...out.split("\n").filter((line) => line !== ""));
      if (!lines.some((line) => line.startsWith("ready "))) return;
      clearTimeout(timer);
      resolve();
    });
    void exited.then((exitReason) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${exitReason} before it was ready: ${out}${err}`));
    });
  });
}

function listChildPids(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
      } catch {
        // The process ended after its id was read.
        return false;
      }
    });
}

export interface ProvisioningFixture {
  /** API key of the owner Ann. */
  readonly key: string;
  readonly password?: string;
  /**
   * URL of the server that is the endpoint of the channel `Shop`. If absent, no channel is created.
   */
  readonly integratorUrl?: string;
  /** Further sections of the file, and further allowed addresses. */
  readonly extraYaml?: string;
  readonly egressAllow?: readonly string[];
}
/**
 * Writes a provisioning file with the account `Acme`, its owner Ann, an API key and a channel.
 * Returns its path.
 */
export function writeProvisioningFile(
  folder: string,
  {
    key,
    password = "correct horse battery staple",
    integratorUrl,
    extraYaml = "",
    egressAllow = [],
  }: ProvisioningFixture,
): string {
  const file = join(folder, "parlour.yaml");
  const addresses = [
    ...(integratorUrl === undefined ? [] : [new URL(integratorUrl).host]),
    ...egressAllow,
  ];
  const channels = `channels:
  - { kind: api, name: Shop, public_id: AbCdEf1234, random_string: k3yk3yk3yk3yk3yk3yk3yk3y, endpoint_url: "${integratorUrl}/chat", operators: [ann@example.test] }
`;
  writeFileSync(
    file,
    `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "${password}", role: owner }
api_keys:
  - { name: tests, key: ${key}, operator: ann@example.test, scopes: ["*"] }
${integratorUrl === undefined ? "" : channels}${extraYaml}${addresses.length === 0 ? "" : `egress: { allow: [${addresses.map((address) => `"${address}"`).join(", ")}] }\n`}`,
    { mode: 0o600 },
  );
  return file;
}
