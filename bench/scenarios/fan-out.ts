import { openIdleSockets } from "../harness/idle-sockets.ts";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import { getCpuMicros, startNode } from "../harness/process.ts";
import { startBenchServer } from "../harness/bench-server.ts";
import { createTimestampMark } from "../harness/raw-socket.ts";
import { seedAccounts } from "../harness/seed.ts";
import { computeRatios, upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * Sends 200 messages per second over 100 accounts with 20 operator sockets each, and measures their
 * age at the sockets (P4). Bare `ws` and Socket.IO get the same load in 100 rooms of 20.
 */
export interface FanOutDeps {
  readonly serverUrl: string;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly anchors: readonly FanOutAnchor[];
  readonly profile?: string | undefined;
}
export type FanOutAnchor = "ws" | "socket.io";
export const fanOutAnchors: readonly FanOutAnchor[] = ["ws", "socket.io"];
const accounts = 100;
const operators = 20;
const rate = 200;

export async function fanOutScenario(deps: FanOutDeps): Promise<ScenarioResult> {
  const { figures, sample } = await measureProduct(deps);
  const anchorSeconds = Math.min(deps.seconds, 5);
  const anchors: Record<string, Record<string, number>> = {};
  for (const anchor of deps.anchors)
    anchors[anchor] = await measureAnchor(
      `bench/anchors/${anchor.replace(".", "-")}.ts`,
      anchor,
      sample,
      anchorSeconds,
    );
  return toFanOutResult([{ product: figures, anchors }], deps);
}

/** Builds the result of the only round. */
export function toFanOutResult(
  rounds: ScenarioResult["rounds"],
  deps: Pick<FanOutDeps, "seconds" | "warmUpSeconds" | "anchors">,
): ScenarioResult {
  const product = rounds[0]?.product ?? {};
  return {
    name: `P4: ${rate} messages/s, ${accounts} accounts, ${accounts * operators} sockets`,
    params: { seconds: deps.seconds, warmUpSeconds: deps.warmUpSeconds },
    rounds,
    ratios: Object.fromEntries(
      deps.anchors.map((name) => [`micros/${name}`, computeRatios(rounds, "micros", name)]),
    ),
    goals: [
      upperGoal("P4", "accept -> socket p50, ms", 50, product["p50"] ?? Number.NaN),
      upperGoal("P4", "accept -> socket p99, ms", 250, product["p99"] ?? Number.NaN),
    ],
  };
}

async function measureProduct(
  deps: FanOutDeps,
): Promise<{ figures: Record<string, number>; sample: string }> {
  const product = await startBenchServer({
    serverUrl: deps.serverUrl,
    measured: true,
    profile: deps.profile,
  });
  try {
    const seeded = await seedAccounts(product.databaseUrl, accounts, operators);
    const fleet = await openIdleSockets({
      kind: "product",
      port: product.port,
      names: seeded.flatMap((account) => account.keys),
    });
    try {
      return await measure(product.pid, fleet, {
        port: product.port,
        seconds: deps.seconds,
        warmUpSeconds: deps.warmUpSeconds,
        pathOf: (sender) => seeded[sender]?.path ?? "",
        body: (sender, n) =>
          `{"sender":{"id":"c${sender}-${n % 5}","name":"Customer"},"message":{"type":"text","text":"Is size 42 back in stock? I looked at the shelf yesterday. ${createTimestampMark()}"}}`,
      });
    } finally {
      await fleet.close();
    }
  } finally {
    await product.end();
  }
}
async function measureAnchor(
  script: string,
  kind: "ws" | "socket.io",
  sample: string,
  seconds: number,
): Promise<Record<string, number>> {
  const server = await startNode(script, { ready: /^ready / });
  const port = Number(/(\d+)\s*$/.exec(server.ready)?.[1]);
  try {
    const fleet = await openIdleSockets({
      kind,
      port,
      names: Array.from(
        { length: accounts * operators },
        (_, i) => `r${Math.floor(i / operators)}`,
      ),
    });
    try {
      return (
        await measure(server.pid, fleet, {
          port,
          seconds,
          warmUpSeconds: 2,
          pathOf: (sender) => `/r${sender}`,
          body: () => sample.replace(/@\d+@/, createTimestampMark()),
        })
      ).figures;
    } finally {
      await fleet.close();
    }
  } finally {
    await server.stop("SIGKILL");
  }
}

interface MeasuredLoad {
  readonly port: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly pathOf: (sender: number) => string;
  readonly body: (sender: number, n: number) => string;
}
async function measure(
  pid: number,
  fleet: Awaited<ReturnType<typeof openIdleSockets>>,
  run: MeasuredLoad,
): Promise<{ figures: Record<string, number>; sample: string }> {
  const load = async (seconds: number) =>
    assertAllAccepted(
      await runLoad({
        port: run.port,
        path: "",
        pathOf: run.pathOf,
        senders: accounts,
        rate,
        durationMs: seconds * 1000,
        body: run.body,
      }),
      "P4",
    );
  const warm = await load(run.warmUpSeconds);
  await fleet.waitForFrames(warm.sent * operators, 10_000);
  const sample = await fleet.sample();
  await fleet.reset();
  const cpuBefore = getCpuMicros(pid);
  const result = await load(run.seconds);
  await fleet.waitForFrames(result.sent * operators, 10_000);
  const cpu = getCpuMicros(pid) - cpuBefore;
  const counts = await fleet.counts();
  if (counts.closed > 0) throw new Error(`P4: ${counts.closed} sockets were closed under the load`);
  return {
    sample,
    figures: {
      messagesPerSecond: result.perSecond,
      acceptP50: result.p50,
      acceptP99: result.p99,
      p50: counts.p50,
      p99: counts.p99,
      frames: counts.frames,
      micros: cpu / counts.frames,
      serverShare: cpu / 1e6 / run.seconds,
    },
  };
}
