import { mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshDatabase, type FreshDatabase } from "@parlour/testkit";
import { startNode, type Started } from "./process.ts";

/** The product as it ships, everything on (ledger, keys, isolation, limits raised), on an empty database. */
export interface BenchProduct extends Started {
  readonly port: number;
  readonly url: string;
  readonly databaseUrl: string;
  /** Path of the channel's inbound address. */
  channelPath(): string;
  readonly key: string;
  end(): Promise<void>;
}
export interface BenchProductOptions {
  readonly serverUrl: string;
  readonly endpointPort?: number;
  readonly nodeArgs?: readonly string[];
  readonly env?: Record<string, string>;
}

export const benchKey = `pk_bench_${"0".repeat(32)}`;
const random = "b3nchb3nchb3nchb3nchb3nch";

export async function startBenchProduct(options: BenchProductOptions): Promise<BenchProduct> {
  const database: FreshDatabase = await freshDatabase(options.serverUrl);
  const folder = mkdtempSync(join(tmpdir(), "parlour-bench-"));
  chmodSync(folder, 0o711);
  const file = join(folder, "bench.yaml");
  const port = options.endpointPort === undefined ? 65_000 : options.endpointPort;
  writeFileSync(file, `version: 1
account: { name: Bench }
operators:
  - { email: bench@example.test, name: Bench, password: "correct horse battery staple", role: owner }
api_keys:
  - { name: bench, key: ${benchKey}, operator: bench@example.test, scopes: ["*"] }
channels:
  - { kind: api, name: Bench, public_id: BenchBench, random_string: ${random}, endpoint_url: "http://127.0.0.1:${port}/in", operators: [bench@example.test] }
egress: { allow: ["127.0.0.1:${port}"] }
limits: { channel_per_second: 1000000, channel_burst: 1000000, customer_per_second: 1000000, customer_burst: 1000000, endpoint_at_once: 64 }
`, { mode: 0o600 });
  const started = await startNode("packages/server/src/main.ts", {
    ready: /^ready /,
    env: { PORT: "0", DATA_DIR: folder, DATABASE_URL: database.url, PARLOUR_CONFIG: file, LOG_LEVEL: "warn", LOG_FORMAT: "json", ...options.env },
    ...(options.nodeArgs ? { nodeArgs: options.nodeArgs } : {}),
  });
  const bound = Number(/:(\d+)\s*$/.exec(started.ready)?.[1] ?? 0);
  return {
    ...started, port: bound, url: `http://127.0.0.1:${bound}`, databaseUrl: database.url, key: benchKey,
    channelPath: () => `/channel/${random}/BenchBench`,
    async end() {
      await started.stop();
      rmSync(folder, { recursive: true, force: true });
      await database.drop();
    },
  };
}
