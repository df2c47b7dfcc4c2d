import { setTimeout as pause } from "node:timers/promises";
import type { MessageLoadJob, MessageLoadResult } from "../clients/message-load.ts";
import { openIdleSockets, type IdleSockets } from "../harness/idle-sockets.ts";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import { assertFileLimit, startNode } from "../harness/process.ts";
import { startBenchServer, type BenchServer } from "../harness/bench-server.ts";
import { createTimestampMark } from "../harness/raw-socket.ts";
import { seedAccounts } from "../harness/seed.ts";
import { upperGoal, computeRatios, computeSpread, type ScenarioResult } from "../harness/stats.ts";

/**
 * Account A sends twice its capacity in an open loop. Measures the latency of messages of a calm
 * account B, compared with B alone (PERF-17, P13). A's capacity is the default limit of its channel
 * (CFG-030), or with a raised limit that of the whole node.
 */
export interface NoisyNeighbourDeps {
  readonly serverUrl: string;
  readonly rounds: number;
  /** Duration of each measurement of B, ms. */
  readonly ms: number;
  readonly profile?: string | undefined;
}
const defaultChannelLimits = { channel_per_second: 500, channel_burst: 1_000 };
const calmLoad = { rate: 100, senders: 20, operators: 5 };
/**
 * More than an account may have queued (three quarters of 4,096), so that the excess is rejected by
 * the server and not delayed here.
 */
const manyConnections = 3_600;
const headStartMs = 500;
const rampMs = 3_000;
/** Customers of A. After the first seconds each has a chat. */
const customers = 512;

export async function noisyNeighbourScenario(deps: NoisyNeighbourDeps): Promise<ScenarioResult[]> {
  assertFileLimit(manyConnections + 500);
  const limited: NeighbourCase = {
    limits: defaultChannelLimits,
    connections: 64,
    capacity: () => Promise.resolve(defaultChannelLimits.channel_per_second),
    goals: limitedGoals,
  };
  const full: NeighbourCase = {
    limits: {},
    connections: manyConnections,
    capacity: async (ask) =>
      (await ask({ connections: 256, warmupMs: 3_000, ms: 3_000 })).acceptedPerSecond,
    goals: fullGoals,
  };
  return [
    await runCase(deps, "its limit", limited),
    await runCase(deps, "what the node takes", full),
  ];
}

/** Runs A's load. */
type RunLoad = (
  job: Pick<MessageLoadJob, "connections" | "rate" | "warmupMs" | "ms">,
) => Promise<MessageLoadResult>;
type Round = ScenarioResult["rounds"][number];
interface NeighbourCase {
  readonly goals: (rounds: readonly Round[]) => ScenarioResult["goals"];
  readonly limits: Readonly<Record<string, number>>;
  readonly connections: number;
  /** Messages per second. */
  readonly capacity: (ask: RunLoad) => Promise<number>;
}
async function runCase(
  deps: NoisyNeighbourDeps,
  description: string,
  { limits, connections, capacity, goals }: NeighbourCase,
): Promise<ScenarioResult> {
  const product = await startBenchServer({
    serverUrl: deps.serverUrl,
    limits,
    profile: deps.profile,
  });
  const flood = await startNode("bench/clients/message-load.ts", { ready: /^ready/ });
  let operatorSockets: IdleSockets | null = null;
  try {
    const [b] = await seedAccounts(product.databaseUrl, 1, calmLoad.operators);
    operatorSockets = await openIdleSockets(
      { kind: "product", port: product.port, names: b?.keys ?? [] },
      1,
    );
    const ask: RunLoad = (job) =>
      flood.ask("run", { port: product.port, path: product.channelPath(), customers, ...job });
    const measureB = (): Promise<Record<string, number>> =>
      measureCalmAccount(product, operatorSockets as IdleSockets, b?.path ?? "", deps.ms);
    const capacityPerSecond = await capacity(ask);
    await measureB();
    const rounds: Round[] = [];
    for (let n = 0; n < deps.rounds; n++) {
      const alone = await measureB();
      const [loadResult, beside] = await Promise.all([
        // B's connections are opened first, like those of an existing integrator.
        pause(headStartMs).then(() =>
          ask({ connections, rate: 2 * capacityPerSecond, warmupMs: rampMs, ms: deps.ms }),
        ),
        measureB(),
      ]);
      const refused = Object.values(loadResult.statuses).reduce((sum, count) => sum + count, 0);
      rounds.push({
        product: {
          ...beside,
          offeredTimes: loadResult.offeredPerSecond / capacityPerSecond,
          acceptedPerSecond: loadResult.acceptedPerSecond,
          refused,
        },
        anchors: { alone },
      });
    }
    return {
      name: `neighbour at twice ${description}`,
      params: {
        capacity: Math.round(capacityPerSecond),
        connections,
        customers,
        calm: calmLoad.rate,
        ms: deps.ms,
      },
      rounds,
      ratios: Object.fromEntries(
        ["p50", "p99", "socketP50", "socketP99"].map((figure) => [
          `${figure}/alone`,
          computeRatios(rounds, figure, "alone"),
        ]),
      ),
      goals: goals(rounds),
      notes: ["ms; offeredTimes: what A sent / its capacity"],
    };
  } finally {
    await operatorSockets?.close();
    await flood.stop("SIGKILL");
    await product.end();
  }
}

/** A's limits leave capacity, so B must be almost unaffected. */
function limitedGoals(rounds: readonly Round[]): ScenarioResult["goals"] {
  return [
    upperGoal(
      "PERF-17",
      "B's accept p99 / alone, A at twice its limit",
      2,
      computeRatios(rounds, "p99", "alone").med,
    ),
    upperGoal(
      "PERF-17",
      "B's accept -> socket p99 / alone, A at twice its limit",
      2,
      computeRatios(rounds, "socketP99", "alone").med,
    ),
  ];
}
/**
 * The node is at its limit. B's messages must not be rejected, and may be delayed by one or two
 * batches.
 */
function fullGoals(rounds: readonly Round[]): ScenarioResult["goals"] {
  const middle = (figure: string): number =>
    computeSpread(rounds.map((round) => round.product[figure] ?? Number.NaN)).med;
  return [
    upperGoal("PERF-17", "B's accept p99, ms, A at twice what the node takes", 250, middle("p99")),
    upperGoal(
      "PERF-17",
      "B's accept -> socket p99, ms, A at twice what the node takes",
      250,
      middle("socketP99"),
    ),
  ];
}

/**
 * Sends B's messages. Measures from when each was due until its 200, and until B's operators
 * received it.
 */
async function measureCalmAccount(
  product: BenchServer,
  operatorSockets: IdleSockets,
  path: string,
  ms: number,
): Promise<Record<string, number>> {
  await operatorSockets.reset();
  const { p50, p99, sent } = assertAllAccepted(
    await runLoad({
      port: product.port,
      path,
      senders: calmLoad.senders,
      rate: calmLoad.rate,
      countsLate: true,
      warmupMs: headStartMs + rampMs,
      durationMs: ms,
      body: (sender, n) =>
        `{"sender":{"id":"b${sender}-${n % 5}"},"message":{"type":"text","text":"Is size 42 back in stock? ${createTimestampMark()}"}}`,
    }),
    "the calm account",
  );
  await operatorSockets.waitForFrames(sent * calmLoad.operators, 15_000);
  const counts = await operatorSockets.counts();
  return { p50, p99, socketP50: counts.p50, socketP99: counts.p99 };
}
