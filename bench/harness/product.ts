import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshDatabase, type FreshDatabase } from "@parlour/testkit";
import { startNode, type Started } from "./process.ts";

/**
 * The server as it is shipped, with everything on (delivery log, keys, isolation) except raised
 * limits, on an empty database.
 */
export interface BenchProduct extends Started {
  readonly port: number;
  readonly url: string;
  readonly databaseUrl: string;
  readonly key: string;
  /** Returns the path of a channel's inbound URL. */
  channelPath(channel?: number): string;
  end(): Promise<void>;
}
export interface BenchProductOptions {
  readonly serverUrl: string;
  /**
   * Ports of local receivers, one channel each. Default: one channel whose endpoint has no server.
   */
  readonly endpointPorts?: readonly number[];
  /** Environment of an earlier start. Its database and folder are not removed at the end. */
  readonly place?: BenchPlace;
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
export interface BenchPlace {
  readonly database: FreshDatabase;
  readonly folder: string;
  remove(): Promise<void>;
}

export const benchKey = `pk_bench_${"0".repeat(32)}`;
const random = "b3nchb3nchb3nchb3nchb3nch";

export async function benchPlace(serverUrl: string): Promise<BenchPlace> {
  const database = await freshDatabase(serverUrl);
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

export async function startBenchProduct(options: BenchProductOptions): Promise<BenchProduct> {
  const place = options.place ?? (await benchPlace(options.serverUrl));
  const file = join(place.folder, "bench.yaml");
  writeFileSync(file, provisioning(options.endpointPorts ?? [65_000], { ...raised, ...options.limits }), { mode: 0o600 });
  const started = await startNode(options.measured === true ? "bench/entries/product.ts" : "packages/server/dist/main.js", {
    ready: /^ready /,
    env: {
      PORT: String(options.port ?? 0),
      DATA_DIR: place.folder,
      DATABASE_URL: place.database.url,
      PARLOUR_CONFIG: file,
      LOG_LEVEL: "warn",
      LOG_FORMAT: "json",
    },
    nodeArgs: [...(options.measured === true ? ["--expose-gc"] : []), ...profiled(options.profile)],
  });
  const bound = Number(/:(\d+)\s*$/.exec(started.ready)?.[1] ?? 0);
  return {
    ...started,
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    databaseUrl: place.database.url,
    key: benchKey,
    channelPath: (channel = 0) => `/channel/${random}${channel}/BenchBench${channel}`,
    async end() {
      await started.stop();
      if (options.place === undefined) await place.remove();
    },
  };
}
/** Adds a site widget to the first account. Returns its public id. */
export async function addWidget(product: BenchProduct): Promise<string> {
  const made = await fetch(`${product.url}/api/v1/channels`, {
    method: "POST",
    headers: { authorization: `Bearer ${benchKey}`, "content-type": "application/json" },
    body: JSON.stringify({ kind: "widget", name: "Site", operators: [1] }),
  });
  return ((await made.json()) as { public_id: string }).public_id;
}
export function profiled(folder: string | undefined): string[] {
  return folder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`];
}

const raised = {
  channel_per_second: 1_000_000,
  channel_burst: 1_000_000,
  customer_per_second: 1_000_000,
  customer_burst: 1_000_000,
  endpoint_at_once: 64,
  new_visitors_per_minute: 1_000_000,
  new_chats_per_minute: 1_000_000,
};

function provisioning(ports: readonly number[], limits: Readonly<Record<string, number>>): string {
  const channels = ports.map(
    (port, i) =>
      `  - { kind: api, name: Bench${i}, public_id: BenchBench${i}, random_string: ${random}${i}, endpoint_url: "http://127.0.0.1:${port}/in", operators: [bench@example.test] }`,
  );
  return `version: 1
account: { name: Bench }
operators:
  - { email: bench@example.test, name: Bench, password: "correct horse battery staple", role: owner }
api_keys:
  - { name: bench, key: ${benchKey}, operator: bench@example.test, scopes: ["*"] }
channels:
${channels.join("\n")}
egress: { allow: [${ports.map((port) => `"127.0.0.1:${port}"`).join(", ")}] }
limits: ${JSON.stringify(limits)}
`;
}
