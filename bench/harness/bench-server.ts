import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@parlour/testkit";
import { getCpuMicros, startNode, type StartedProcess } from "./process.ts";

/**
 * The server as it is shipped, with everything on (delivery log, keys, isolation) except raised
 * limits, on an empty database.
 */
export interface BenchServer extends StartedProcess {
  readonly port: number;
  readonly url: string;
  readonly databaseUrl: string;
  readonly key: string;
  /** Returns the path of a channel's inbound URL. */
  channelPath(channel?: number): string;
  end(): Promise<void>;
}
export interface BenchServerOptions {
  readonly serverUrl: string;
  /**
   * Ports of local receivers, one channel each. Default: one channel whose endpoint has no server.
   */
  readonly endpointPorts?: readonly number[];
  /** Port of a local receiver that is the bot of all channels. Absent: no bot. */
  readonly botPort?: number | undefined;
  /** Environment of an earlier start. Its database and folder are not removed at the end. */
  readonly environment?: BenchEnvironment;
  /** Port of an earlier start. Default: any free port. */
  readonly port?: number;
  /**
   * Limits of CFG-030 that differ from the defaults of the benchmarks, which raise those of one
   * account.
   */
  readonly limits?: Readonly<Record<string, number>>;
  /** Starts with a control channel and --expose-gc. */
  readonly measured?: boolean;
  /** Folder for a CPU profile of the process, written at its end. */
  readonly profile?: string | undefined;
}
/** Database and folder of a server that is started more than once. */
export interface BenchEnvironment {
  readonly database: TestDatabase;
  readonly folder: string;
  remove(): Promise<void>;
}

export const benchKey = `pk_bench_${"0".repeat(32)}`;
const randomString = "b3nchb3nchb3nchb3nchb3nch";

export async function createBenchEnvironment(serverUrl: string): Promise<BenchEnvironment> {
  const database = await createTestDatabase(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), "parlour-bench-"));
  chmodSync(folder, 0o711);
  return {
    database,
    folder,
    async remove() {
      rmSync(folder, { recursive: true, force: true });
      await database.drop();
    },
  };
}

export async function startBenchServer(options: BenchServerOptions): Promise<BenchServer> {
  const environment = options.environment ?? (await createBenchEnvironment(options.serverUrl));
  const file = writeProvisioningFile(environment.folder, options);
  const child = await startNode(
    options.measured === true ? "bench/entries/product.ts" : "packages/server/dist/main.js",
    {
      ready: /^ready /,
      env: {
        PORT: String(options.port ?? 0),
        DATA_DIR: environment.folder,
        DATABASE_URL: environment.database.url,
        PARLOUR_CONFIG: file,
        LOG_LEVEL: "warn",
        LOG_FORMAT: "json",
      },
      nodeArgs: [
        ...(options.measured === true ? ["--expose-gc"] : []),
        ...getProfileArgs(options.profile),
      ],
    },
  );
  const boundPort = Number(/:(\d+)\s*$/.exec(child.ready)?.[1] ?? 0);
  return {
    ...child,
    port: boundPort,
    url: `http://127.0.0.1:${boundPort}`,
    databaseUrl: environment.database.url,
    key: benchKey,
    channelPath: (channel = 0) => `/channel/${randomString}${channel}/BenchBench${channel}`,
    async end() {
      await child.stop();
      if (options.environment === undefined) await environment.remove();
    },
  };
}
/**
 * Waits until the journal consumers have processed all messages, which is when the server's
 * processes use almost no CPU. They would otherwise use it during the measurement.
 */
export async function waitForConsumers(pids: readonly number[], withinMs = 60_000): Promise<void> {
  const intervalMs = 500;
  const end = performance.now() + withinMs;
  const readMicros = (): number => pids.reduce((sum, pid) => sum + getCpuMicros(pid), 0);
  for (let before = readMicros(); ;) {
    await pause(intervalMs);
    const now = readMicros();
    if (now - before < (intervalMs * 1_000) / 20) return;
    if (performance.now() > end)
      throw new Error(`the consumers need more than ${withinMs / 1000} s`);
    before = now;
  }
}

/** Adds a site widget whose only operator is the owner of the key. Returns its public id. */
export async function addWidget(
  { url }: Pick<BenchServer, "url">,
  key = benchKey,
): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const me = await fetch(`${url}/api/v1/me`, { headers });
  const { id } = (await me.json()) as { id: number };
  const response = await fetch(`${url}/api/v1/channels`, {
    method: "POST",
    headers,
    body: JSON.stringify({ kind: "widget", name: "Site", operators: [id] }),
  });
  return ((await response.json()) as { public_id: string }).public_id;
}
function getProfileArgs(folder: string | undefined): string[] {
  return folder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`];
}

const raisedLimits = {
  channel_per_second: 1_000_000,
  channel_burst: 1_000_000,
  customer_per_second: 1_000_000,
  customer_burst: 1_000_000,
  endpoint_at_once: 64,
  new_visitors_per_minute: 1_000_000,
  new_chats_per_minute: 1_000_000,
  widget_sockets_per_address: 1_000_000,
};

/** Writes the settings of the first account, with raised limits. Returns the path of the file. */
export function writeProvisioningFile(
  folder: string,
  {
    endpointPorts,
    botPort,
    limits,
  }: Pick<BenchServerOptions, "endpointPorts" | "botPort" | "limits">,
): string {
  const file = join(folder, "bench.yaml");
  const text = createProvisioningFile(endpointPorts ?? [65_000], botPort, {
    ...raisedLimits,
    ...limits,
  });
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
function createProvisioningFile(
  ports: readonly number[],
  botPort: number | undefined,
  limits: Readonly<Record<string, number>>,
): string {
  const allowedPorts = botPort === undefined ? ports : [...ports, botPort];
  const channels = ports.map(
    (port, i) =>
      `  - { kind: api, name: Bench${i}, public_id: BenchBench${i}, random_string: ${randomString}${i}, endpoint_url: "http://127.0.0.1:${port}/in", operators: [bench@example.test] }`,
  );
  return `version: 1
account: { name: Bench }
operators:
  - { email: bench@example.test, name: Bench, password: "correct horse battery staple", role: owner }
api_keys:
  - { name: bench, key: ${benchKey}, operator: bench@example.test, scopes: ["*"] }
channels:
${channels.join("\n")}
${botPort === undefined ? "" : createBotEntries(botPort)}
egress: { allow: [${allowedPorts.map((port) => `"127.0.0.1:${port}"`).join(", ")}] }
limits: ${JSON.stringify(limits)}
`;
}
const createBotEntries = (port: number): string => `bot_providers:
  - { id: bench-bots, name: Bench, contact: bots@example.test, endpoint_url: "http://127.0.0.1:${port}/bot" }
bots:
  - { provider: bench-bots, token: bench-token-bench-token, name: Robo }
`;
