import { createMetrics } from "../../packages/server/src/metrics/metrics.ts";
import { createSystemClock } from "../../packages/server/src/clock.ts";
import type { AccountConfig } from "../../packages/server/src/core/command.ts";
import { routingDefaults } from "../../packages/server/src/core/routing/defaults.ts";
import { createChannelEdge } from "../../packages/server/src/edges/channel/index.ts";
import { createAddressReader } from "../../packages/server/src/http/client-address.ts";
import { buildHttp } from "../../packages/server/src/http/index.ts";
import { createLimits } from "../../packages/server/src/limits/index.ts";
import { createLog } from "../../packages/server/src/log.ts";
import { createHash } from "node:crypto";

/**
 * Baseline `limit`: the server's own route without the database call. The upper limit without any
 * storage.
 */
const clock = createSystemClock();
const unlimited = 1_000_000;
const limits = createLimits({
  clock,
  values: {
    channel_per_second: unlimited,
    channel_burst: unlimited,
    customer_per_second: unlimited,
    customer_burst: unlimited,
  },
});
const metrics = createMetrics();
const log = createLog({ level: "warn", format: "json" });
const randomString = "b3nchb3nchb3nchb3nchb3nch0";
const config: AccountConfig = {
  accountId: 1,
  version: 1,
  suspended: false,
  departments: new Map(),
  bots: new Map(),
  webhooks: new Map(),
  hours: null,
  routing: routingDefaults,
  tags: new Map(),
  blockList: [],
  operators: new Map(),
  channels: new Map([
    [
      1,
      {
        id: 1,
        kind: "api",
        name: "Bench",
        publicId: "BenchBench0",
        enabled: true,
        deleted: false,
        endpointId: 1,
        mediaAs: "media objects",
        operators: new Set([1]),
      },
    ],
  ]),
};
const edge = createChannelEdge({
  cluster: {
    requestAll: () => Promise.resolve({ results: [], isComplete: true, missing: [] }),
    onRequest: () => () => undefined,
    accountHeaders: () => ({}),
  },
  webhookBaseUrl: "http://127.0.0.1/channel",
  store: {
    findChannel: () =>
      Promise.resolve({
        account: 1,
        channelId: 1,
        secrets: [{ hash: createHash("sha256").update(randomString).digest(), until: null }],
      }),
    findLatestChat: () => Promise.resolve(null),
    findMessageToCustomer: () => Promise.resolve(null),
  },
  config: () => Promise.resolve(config),
  write: () => Promise.resolve({ answer: null as never, replayed: false, position: 1 }),
  isOnline: () => false,
  onTyping: () => undefined,
  limits,
  clock,
  log,
  metrics,
  supportContact: () => null,
});
const app = buildHttp({
  clock,
  log,
  publicUrl: () => "http://127.0.0.1",
  readClientAddress: createAddressReader([]),
  findings: () => [],
  supportContact: () => null,
  bodyLimit: () => 262_144,
  appDir: null,
  metrics: { registry: metrics, token: null },
  checks: () => Promise.resolve({}),
});
await app.register(edge.routes);
const address = await app.listen({ host: "127.0.0.1", port: 0 });
console.log(`ready ${address}`);
