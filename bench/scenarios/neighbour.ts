import type { FloodJob, FloodResult } from "../clients/flood.ts";
import { openFleet, type Fleet } from "../harness/fleet.ts";
import { allAccepted, runLoad } from "../harness/load.ts";
import { needFiles, startNode } from "../harness/process.ts";
import { startBenchProduct, type BenchProduct } from "../harness/product.ts";
import { stamp } from "../harness/raw-socket.ts";
import { seedAccounts } from "../harness/seed.ts";
import { atMost, ratios, spread, type ScenarioResult } from "../harness/stats.ts";

/**
 * Account A sends twice its capacity in an open loop. Measures the latency of messages of a calm
 * account B, compared with B alone (PERF-17, P13). A's capacity is the default limit of its channel
 * (CFG-030), or with a raised limit that of the whole node.
 */
export interface NeighbourDeps {
  readonly serverUrl: string;
  readonly rounds: number;
  /** Duration of each measurement of B, ms. */
  readonly ms: number;
  readonly profile?: string | undefined;
}
const shipped = { channel_per_second: 500, channel_burst: 1_000 };
const calm = { rate: 100, senders: 20, operators: 5 };
/**
 * More than an account may have queued (three quarters of 4,096), so that the excess is rejected by
 * the server and not delayed here.
 */
const manyConnections = 3_600;
const headStartMs = 500;
const rampMs = 3_000;
/** Customers of A. After the first seconds each has a chat. */
const customers = 512;

export async function neighbourScenario(deps: NeighbourDeps): Promise<ScenarioResult[]> {
  needFiles(manyConnections + 500);
  const limited: Case = {
    limits: shipped,
    connections: 64,
    capacity: () => Promise.resolve(shipped.channel_per_second),
    goals: besideLimited,
  };
  const full: Case = {
    limits: {},
    connections: manyConnections,
    capacity: async (ask) => (await ask({ connections: 256, warmupMs: 3_000, ms: 3_000 })).acceptedPerSecond,
    goals: besideFull,
  };
  return [await oneCase(deps, "its limit", limited), await oneCase(deps, "what the node takes", full)];
}

/** Runs A's load. */
type Ask = (job: Pick<FloodJob, "connections" | "rate" | "warmupMs" | "ms">) => Promise<FloodResult>;
type Round = ScenarioResult["rounds"][number];
interface Case {
  readonly goals: (rounds: readonly Round[]) => ScenarioResult["goals"];
  readonly limits: Readonly<Record<string, number>>;
  readonly connections: number;
  /** Messages per second. */
  readonly capacity: (ask: Ask) => Promise<number>;
}
async function oneCase(deps: NeighbourDeps, what: string, { limits, connections, capacity, goals }: Case): Promise<ScenarioResult> {
  const product = await startBenchProduct({ serverUrl: deps.serverUrl, limits, profile: deps.profile });
  const flood = await startNode("bench/clients/flood.ts", { ready: /^ready/ });
  let desk: Fleet | null = null;
  try {
    const [b] = await seedAccounts(product.databaseUrl, 1, calm.operators);
    desk = await openFleet({ kind: "product", port: product.port, names: b?.keys ?? [] }, 1);
    const ask: Ask = (job) => flood.ask("run", { port: product.port, path: product.channelPath(), customers, ...job });
    const measureB = (): Promise<Record<string, number>> => talk(product, desk as Fleet, b?.path ?? "", deps.ms);
    const full = await capacity(ask);
    await measureB();
    const rounds: Round[] = [];
    for (let n = 0; n < deps.rounds; n++) {
      const alone = await measureB();
      const [of, beside] = await Promise.all([
        // B's connections are opened first, like those of an existing integrator.
        pause(headStartMs).then(() => ask({ connections, rate: 2 * full, warmupMs: rampMs, ms: deps.ms })),
        measureB(),
      ]);
      const refused = Object.values(of.statuses).reduce((sum, count) => sum + count, 0);
      rounds.push({
        product: { ...beside, offeredTimes: of.offeredPerSecond / full, acceptedPerSecond: of.acceptedPerSecond, refused },
        anchors: { alone },
      });
    }
    return {
      name: `neighbour at twice ${what}`,
      params: { capacity: Math.round(full), connections, customers, calm: calm.rate, ms: deps.ms },
      rounds,
      ratios: Object.fromEntries(
        ["p50", "p99", "socketP50", "socketP99"].map((figure) => [`${figure}/alone`, ratios(rounds, figure, "alone")]),
      ),
      goals: goals(rounds),
      notes: ["ms; offeredTimes: what A sent / its capacity"],
    };
  } finally {
    await desk?.close();
    await flood.stop("SIGKILL");
    await product.end();
  }
}

/** A's limits leave capacity, so B must be almost unaffected. */
function besideLimited(rounds: readonly Round[]): ScenarioResult["goals"] {
  return [
    atMost("PERF-17", "B's accept p99 / alone, A at twice its limit", 2, ratios(rounds, "p99", "alone").med),
    atMost("PERF-17", "B's accept -> socket p99 / alone, A at twice its limit", 2, ratios(rounds, "socketP99", "alone").med),
  ];
}
/**
 * The node is at its limit. B's messages must not be rejected, and may be delayed by one or two
 * batches.
 */
function besideFull(rounds: readonly Round[]): ScenarioResult["goals"] {
  const middle = (figure: string): number => spread(rounds.map((round) => round.product[figure] ?? Number.NaN)).med;
  return [
    atMost("PERF-17", "B's accept p99, ms, A at twice what the node takes", 250, middle("p99")),
    atMost("PERF-17", "B's accept -> socket p99, ms, A at twice what the node takes", 250, middle("socketP99")),
  ];
}

/**
 * Sends B's messages. Measures from when each was due until its 200, and until B's operators
 * received it.
 */
async function talk(product: BenchProduct, desk: Fleet, path: string, ms: number): Promise<Record<string, number>> {
  await desk.reset();
  const { p50, p99, sent } = allAccepted(
    await runLoad({
      port: product.port,
      path,
      senders: calm.senders,
      rate: calm.rate,
      countsLate: true,
      warmupMs: headStartMs + rampMs,
      durationMs: ms,
      body: (sender, n) =>
        `{"sender":{"id":"b${sender}-${n % 5}"},"message":{"type":"text","text":"Is size 42 back in stock? ${stamp()}"}}`,
    }),
    "the calm account",
  );
  await desk.arrived(sent * calm.operators, 15_000);
  const counts = await desk.counts();
  return { p50, p99, socketP50: counts.p50, socketP99: counts.p99 };
}
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
