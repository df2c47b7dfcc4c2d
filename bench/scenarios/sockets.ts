import { setTimeout as pause } from "node:timers/promises";
import type { MemoryUsage } from "../harness/control-channel.ts";
import { openIdleSockets, type IdleSockets } from "../harness/idle-sockets.ts";
import type { IdleSocketsJob } from "../clients/idle-sockets.ts";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import { getCpuMicros, startNode, type StartedProcess } from "../harness/process.ts";
import { startBenchServer } from "../harness/bench-server.ts";
import { createTimestampMark } from "../harness/raw-socket.ts";
import { seedAccounts, seedKeys } from "../harness/seed.ts";
import { upperGoal, computeRatios, type ScenarioResult } from "../harness/stats.ts";

/**
 * 5,000 operator sockets of one account and 200 of another, compared with bare `ws` and a Socket.IO
 * room. Measures the cost of an idle socket (PERF-8), and of a frame when an event is sent to all
 * (PERF-7).
 */
export interface SocketsDeps {
  readonly serverUrl: string;
  readonly rounds: number;
  readonly sockets: number;
  /** Duration of each load, ms. */
  readonly ms: number;
  readonly profile?: string | undefined;
}
const inbox = 200;

export async function socketsScenario(deps: SocketsDeps): Promise<ScenarioResult[]> {
  const rounds: {
    product: Record<string, number>;
    anchors: Record<string, Record<string, number>>;
  }[] = [];
  let payload = "";
  for (let i = 0; i < deps.rounds; i++) {
    const measured = await measureProduct(deps);
    payload = measured.sample;
    rounds.push({
      product: measured.figures,
      anchors: {
        ws: await measureAnchor(deps, "ws", payload),
        "socket.io": await measureAnchor(deps, "socket.io", payload),
      },
    });
  }
  const only = (names: readonly string[]): ScenarioResult["rounds"] => {
    const pick = (from: Record<string, number>): Record<string, number> =>
      Object.fromEntries(names.map((name) => [name, from[name] ?? Number.NaN]));
    return rounds.map((r) => ({
      product: pick(r.product),
      anchors: Object.fromEntries(
        Object.entries(r.anchors).map(([name, anchorFigures]) => [name, pick(anchorFigures)]),
      ),
    }));
  };
  const compare = (figures: readonly string[]): ScenarioResult["ratios"] =>
    Object.fromEntries(
      figures.flatMap((figure) =>
        ["ws", "socket.io"].map((anchor) => [
          `${figure}/${anchor}`,
          computeRatios(rounds, figure, anchor),
        ]),
      ),
    );
  const med = (figure: string, anchor: string): number => computeRatios(rounds, figure, anchor).med;
  const params = { sockets: deps.sockets, inbox, ms: deps.ms, frameBytes: payload.length };
  return [
    {
      name: `sockets (${deps.sockets})`,
      params,
      rounds: only(["rssKiB", "heapKiB", "connectsPerSecond"]),
      ratios: compare(["rssKiB", "heapKiB", "connectsPerSecond"]),
      goals:
        deps.sockets < 5_000
          ? []
          : [
              upperGoal("PERF-8", "RSS per socket / ws", 2, med("rssKiB", "ws")),
              upperGoal("PERF-8", "RSS per socket / Socket.IO", 0.75, med("rssKiB", "socket.io")),
            ],
    },
    {
      name: `fan-out to ${deps.sockets} and to ${inbox}`,
      params,
      rounds: only([
        "allMicros",
        "allFrames",
        "allP50",
        "allP99",
        "allClientMicros",
        "burstFramesPerSecond",
        "inboxMicros",
        "inboxP50",
        "inboxP99",
      ]),
      ratios: compare(["allMicros", "inboxMicros", "burstFramesPerSecond"]),
      goals: [
        upperGoal("PERF-7", `CPU per frame to ${deps.sockets} / ws`, 1.15, med("allMicros", "ws")),
        upperGoal(
          "PERF-7",
          `CPU per frame to ${deps.sockets} / Socket.IO`,
          0.85,
          med("allMicros", "socket.io"),
        ),
        upperGoal("PERF-7", `CPU per frame to ${inbox} / ws`, 1.15, med("inboxMicros", "ws")),
        upperGoal(
          "PERF-7",
          `CPU per frame to ${inbox} / Socket.IO`,
          0.85,
          med("inboxMicros", "socket.io"),
        ),
      ],
    },
  ];
}

async function measureProduct(
  deps: SocketsDeps,
): Promise<{ figures: Record<string, number>; sample: string }> {
  const product = await startBenchServer({
    serverUrl: deps.serverUrl,
    measured: true,
    profile: deps.profile,
  });
  try {
    const keys = await seedKeys(product.databaseUrl, 50);
    const [other] = await seedAccounts(product.databaseUrl, 1, 20);
    const spread = (from: readonly string[], count: number): string[] =>
      Array.from({ length: count }, (_, i) => from[i % from.length] ?? "");
    const message = (): string =>
      `{"sender":{"id":"c1","name":"Customer 1"},"message":{"type":"text","text":"Is size 42 back in stock? I looked at the shelf yesterday and it was gone. ${createTimestampMark()}"}}`;
    return await measure(deps, {
      server: product,
      port: product.port,
      kind: "product",
      body: message,
      all: { path: product.channelPath(), names: spread(keys, deps.sockets) },
      inbox: { path: other?.path ?? "", names: spread(other?.keys ?? [], inbox) },
    });
  } finally {
    await product.end();
  }
}

async function measureAnchor(
  deps: SocketsDeps,
  kind: "ws" | "socket.io",
  payload: string,
): Promise<Record<string, number>> {
  const server = await startNode(`bench/anchors/${kind === "ws" ? "ws" : "socket-io"}.ts`, {
    ready: /^ready /,
    nodeArgs: ["--expose-gc"],
  });
  try {
    const port = Number(/(\d+)\s*$/.exec(server.ready)?.[1]);
    const room = (name: string, count: number) => ({
      path: `/${name}`,
      names: Array.from({ length: count }, () => name),
    });
    const body = (): string => payload.replace(/@\d+@/, createTimestampMark());
    return (
      await measure(deps, {
        server,
        port,
        kind,
        body,
        all: room("all", deps.sockets),
        inbox: room("inbox", inbox),
      })
    ).figures;
  } finally {
    await server.stop("SIGKILL");
  }
}

interface SocketGroup {
  readonly path: string;
  readonly names: readonly string[];
}
interface MeasuredServer {
  readonly server: StartedProcess;
  readonly port: number;
  readonly kind: IdleSocketsJob["kind"];
  readonly body: () => string;
  readonly all: SocketGroup;
  readonly inbox: SocketGroup;
}

async function measure(
  deps: SocketsDeps,
  subject: MeasuredServer,
): Promise<{ figures: Record<string, number>; sample: string }> {
  const { server, port, kind } = subject;
  const fleets: IdleSockets[] = [];
  try {
    // The small group is opened first and warms up the handshake, so that the large group measures
    // sockets and not code.
    const smallGroup = await openIdleSockets({ kind, port, names: subject.inbox.names }, 1);
    fleets.push(smallGroup);
    const before = await server.ask<MemoryUsage>("memory");
    const largeGroup = await openIdleSockets({ kind, port, names: subject.all.names });
    fleets.push(largeGroup);
    const after = await server.ask<MemoryUsage>("memory");
    const perSocket = (figure: "rss" | "heapUsed"): number =>
      (after[figure] - before[figure]) / subject.all.names.length / 1024;
    const allResult = await measureFanOut(subject, subject.all, largeGroup, 8, deps.ms);
    const burst = await measureBurst(subject, largeGroup, 20);
    const sample = await largeGroup.sample();
    await largeGroup.close();
    await pause(1_000);
    // The large group is closed by now, so that its pings are not in the figures of the small one.
    const small = await measureFanOut(subject, subject.inbox, smallGroup, 50, deps.ms);
    return {
      sample,
      figures: {
        rssKiB: perSocket("rss"),
        heapKiB: perSocket("heapUsed"),
        connectsPerSecond: largeGroup.connectsPerSecond,
        allMicros: allResult.micros,
        allFrames: allResult.frames,
        allP50: allResult.p50,
        allP99: allResult.p99,
        allClientMicros: allResult.clientMicros,
        burstFramesPerSecond: burst,
        inboxMicros: small.micros,
        inboxP50: small.p50,
        inboxP99: small.p99,
      },
    };
  } finally {
    for (const fleet of fleets) await fleet.close();
  }
}

/**
 * Sends events at a fixed rate to one group. Measures the server's CPU per arrived frame, including
 * acceptance of the event.
 */
async function measureFanOut(
  subject: MeasuredServer,
  group: SocketGroup,
  fleet: IdleSockets,
  rate: number,
  ms: number,
): Promise<{ micros: number; frames: number; p50: number; p99: number; clientMicros: number }> {
  const run = async (durationMs: number): Promise<number> => {
    const result = assertAllAccepted(
      await runLoad({
        port: subject.port,
        path: group.path,
        senders: 1,
        rate,
        durationMs,
        body: subject.body,
      }),
      `fan-out of ${subject.kind}`,
    );
    return result.sent;
  };
  await fleet.reset();
  await fleet.waitForFrames((await run(1_000)) * group.names.length, 15_000);
  await fleet.reset();
  const cpuBefore = getCpuMicros(subject.server.pid);
  const clients = (await fleet.counts()).cpuMicros;
  const events = await run(ms);
  await fleet.waitForFrames(events * group.names.length, 15_000);
  const cpu = getCpuMicros(subject.server.pid) - cpuBefore;
  const counts = await fleet.counts();
  if (counts.closed > 0)
    throw new Error(`${subject.kind}: ${counts.closed} sockets were closed under the load`);
  return {
    micros: cpu / counts.frames,
    frames: counts.frames,
    p50: counts.p50,
    p99: counts.p99,
    clientMicros: (counts.cpuMicros - clients) / counts.frames,
  };
}

/** Returns the frames per second if events are sent as fast as they are accepted. */
async function measureBurst(
  subject: MeasuredServer,
  fleet: IdleSockets,
  events: number,
): Promise<number> {
  await fleet.reset();
  const startedAt = performance.now();
  const expectedFrames = events * subject.all.names.length;
  await runLoad({
    port: subject.port,
    path: subject.all.path,
    senders: 1,
    durationMs: 60_000,
    requests: events,
    body: subject.body,
  });
  await fleet.waitForFrames(expectedFrames, 30_000);
  return (expectedFrames * 1000) / (performance.now() - startedAt);
}
