import { openFleet } from "../harness/fleet.ts";
import { allAccepted, runLoad } from "../harness/load.ts";
import { cpuMicros, startNode } from "../harness/process.ts";
import { startBenchProduct } from "../harness/product.ts";
import { stamp } from "../harness/raw-socket.ts";
import { seedAccounts } from "../harness/seed.ts";
import { atMost, type ScenarioResult } from "../harness/stats.ts";

/**
 * Sends 200 messages per second over 100 accounts with 20 operator sockets each, and measures their
 * age at the sockets (P4). Bare `ws` and Socket.IO get the same load in 100 rooms of 20.
 */
export interface LiveDeps {
  readonly serverUrl: string;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly profile?: string | undefined;
}
const accounts = 100;
const operators = 20;
const rate = 200;

export async function liveScenario(deps: LiveDeps): Promise<ScenarioResult> {
  const { figures, sample } = await measureProduct(deps);
  const anchorSeconds = Math.min(deps.seconds, 5);
  const anchors = {
    ws: await measureAnchor("bench/anchors/ws.ts", "ws", sample, anchorSeconds),
    "socket.io": await measureAnchor("bench/anchors/socket-io.ts", "socket.io", sample, anchorSeconds),
  };
  const at = (name: "ws" | "socket.io"): number => (figures["micros"] ?? Number.NaN) / (anchors[name]["micros"] ?? 1);
  return {
    name: `P4: ${rate} messages/s, ${accounts} accounts, ${accounts * operators} sockets`,
    params: { seconds: deps.seconds, warmUpSeconds: deps.warmUpSeconds },
    rounds: [{ product: figures, anchors }],
    ratios: Object.fromEntries(
      (["ws", "socket.io"] as const).map((name) => [`micros/${name}`, { min: at(name), med: at(name), max: at(name) }]),
    ),
    goals: [
      atMost("P4", "accept -> socket p50, ms", 50, figures["p50"] ?? Number.NaN),
      atMost("P4", "accept -> socket p99, ms", 250, figures["p99"] ?? Number.NaN),
    ],
  };
}

async function measureProduct(deps: LiveDeps): Promise<{ figures: Record<string, number>; sample: string }> {
  const product = await startBenchProduct({ serverUrl: deps.serverUrl, measured: true, profile: deps.profile });
  try {
    const seeded = await seedAccounts(product.databaseUrl, accounts, operators);
    const fleet = await openFleet({ kind: "product", port: product.port, names: seeded.flatMap((one) => one.keys) });
    try {
      return await measure(product.pid, fleet, {
        port: product.port,
        seconds: deps.seconds,
        warmUpSeconds: deps.warmUpSeconds,
        pathOf: (sender) => seeded[sender]?.path ?? "",
        body: (sender, n) =>
          `{"sender":{"id":"c${sender}-${n % 5}","name":"Customer"},"message":{"type":"text","text":"Is size 42 back in stock? I looked at the shelf yesterday. ${stamp()}"}}`,
      });
    } finally {
      await fleet.close();
    }
  } finally {
    await product.end();
  }
}
async function measureAnchor(script: string, kind: "ws" | "socket.io", sample: string, seconds: number): Promise<Record<string, number>> {
  const server = await startNode(script, { ready: /^ready / });
  const port = Number(/(\d+)\s*$/.exec(server.ready)?.[1]);
  try {
    const fleet = await openFleet({
      kind,
      port,
      names: Array.from({ length: accounts * operators }, (_, i) => `r${Math.floor(i / operators)}`),
    });
    try {
      return (
        await measure(server.pid, fleet, {
          port,
          seconds,
          warmUpSeconds: 2,
          pathOf: (sender) => `/r${sender}`,
          body: () => sample.replace(/@\d+@/, stamp()),
        })
      ).figures;
    } finally {
      await fleet.close();
    }
  } finally {
    await server.stop("SIGKILL");
  }
}

interface Run {
  readonly port: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly pathOf: (sender: number) => string;
  readonly body: (sender: number, n: number) => string;
}
async function measure(
  pid: number,
  fleet: Awaited<ReturnType<typeof openFleet>>,
  run: Run,
): Promise<{ figures: Record<string, number>; sample: string }> {
  const load = async (seconds: number) =>
    allAccepted(
      await runLoad({ port: run.port, path: "", pathOf: run.pathOf, senders: accounts, rate, durationMs: seconds * 1000, body: run.body }),
      "P4",
    );
  const warm = await load(run.warmUpSeconds);
  await fleet.arrived(warm.sent * operators, 10_000);
  const sample = await fleet.sample();
  await fleet.reset();
  const began = cpuMicros(pid);
  const result = await load(run.seconds);
  await fleet.arrived(result.sent * operators, 10_000);
  const cpu = cpuMicros(pid) - began;
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
