import type { MemoryUsage } from "../harness/control-channel.ts";
import { openIdleSockets } from "../harness/idle-sockets.ts";
import { findDatabaseProcessAt } from "../harness/database-process.ts";
import { getCpuMicros, startNode } from "../harness/process.ts";
import { addWidget, startBenchServer } from "../harness/bench-server.ts";
import { seedKeys } from "../harness/seed.ts";
import { upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * 2,000 chat windows on one node. Measures the cost of an idle one compared with bare `ws`
 * (PERF-8), and the age of their messages at operators, 200 per second in total. Each window starts
 * its chat during the run.
 */
export interface WidgetsDeps {
  readonly serverUrl: string;
  readonly sockets: number;
  readonly seconds: number;
  readonly profile?: string | undefined;
}
const rate = 200;
const warmUpSockets = 2_000;
const operators = 20;

export async function widgetsScenario(deps: WidgetsDeps): Promise<ScenarioResult> {
  const product = await measureProduct(deps);
  const ws = await measureWs(deps.sockets);
  const ratio = (figure: "rssKiB" | "heapKiB"): number =>
    (product[figure] ?? Number.NaN) / ws[figure];
  const spread = (figure: "rssKiB" | "heapKiB") => ({
    min: ratio(figure),
    med: ratio(figure),
    max: ratio(figure),
  });
  return {
    name: `widgets (${deps.sockets} windows, ${rate} messages/s)`,
    params: { sockets: deps.sockets, seconds: deps.seconds, operators },
    rounds: [{ product, anchors: { ws } }],
    ratios: { "rssKiB/ws": spread("rssKiB"), "heapKiB/ws": spread("heapKiB") },
    goals: [
      upperGoal("PERF-8", "RSS per idle window / ws", 2, ratio("rssKiB")),
      upperGoal("CORE-043", "window -> operator p50, ms", 50, product["p50"] ?? Number.NaN),
      upperGoal("CORE-043", "window -> operator p99, ms", 250, product["p99"] ?? Number.NaN),
    ],
  };
}

async function measureProduct(deps: WidgetsDeps): Promise<Record<string, number>> {
  const product = await startBenchServer({
    serverUrl: deps.serverUrl,
    measured: true,
    profile: deps.profile,
  });
  try {
    const widget = await addWidget(product);
    // Some windows are opened first and write, so that one-time memory is not counted for the
    // others.
    const warmUpWindows = await openIdleSockets(
      {
        kind: "widget",
        port: product.port,
        names: Array.from({ length: warmUpSockets }, () => widget),
      },
      1,
    );
    await warmUpWindows.sendMessages(rate, 4_000);
    const memoryBefore = await product.ask<MemoryUsage>("memory");
    const windows = await openIdleSockets({
      kind: "widget",
      port: product.port,
      names: Array.from({ length: deps.sockets }, () => widget),
    });
    const memoryAfter = await product.ask<MemoryUsage>("memory");
    const operatorSockets = await openIdleSockets(
      {
        kind: "product",
        port: product.port,
        names: await seedKeys(product.databaseUrl, operators),
      },
      1,
    );
    try {
      const warm = await windows.sendMessages(rate, 3_000);
      await operatorSockets.waitForFrames(warm * operators, 15_000);
      await operatorSockets.reset();
      const postmaster = await findDatabaseProcessAt(product.databaseUrl);
      const readCpuMicros = async () => {
        const clients = await Promise.all([windows.counts(), operatorSockets.counts()]);
        return [
          getCpuMicros(product.pid),
          getCpuMicros(postmaster, true),
          clients.reduce((sum, socketCounts) => sum + socketCounts.cpuMicros, 0),
        ] as const;
      };
      const before = await readCpuMicros();
      const sent = await windows.sendMessages(rate, deps.seconds * 1_000);
      await operatorSockets.waitForFrames(sent * operators, 15_000);
      const [server = 0, database = 0, clients = 0] = (await readCpuMicros()).map(
        (micros, index) => micros - (before[index] ?? 0),
      );
      const counts = await operatorSockets.counts();
      const { closed: lost, lateP99 } = await windows.counts();
      const closed = counts.closed + lost;
      if (closed > 0) throw new Error(`widgets: ${closed} sockets were closed under the load`);
      return {
        rssKiB: (memoryAfter.rss - memoryBefore.rss) / deps.sockets / 1024,
        externalKiB: (memoryAfter.external - memoryBefore.external) / deps.sockets / 1024,
        heapKiB: (memoryAfter.heapUsed - memoryBefore.heapUsed) / deps.sockets / 1024,
        connectsPerSecond: windows.connectsPerSecond,
        messagesPerSecond: sent / deps.seconds,
        p50: counts.p50,
        p99: counts.p99,
        // If the load generator is late or uses the cores itself, the figures say nothing about the
        // server.
        lateP99,
        microsPerMessage: server / sent,
        databaseMicrosPerMessage: database / sent,
        clientMicrosPerMessage: clients / sent,
        serverShare: server / 1e6 / deps.seconds,
        coresShare: (server + database + clients) / 1e6 / deps.seconds,
      };
    } finally {
      for (const fleet of [warmUpWindows, windows, operatorSockets]) await fleet.close();
    }
  } finally {
    await product.end();
  }
}

async function measureWs(
  sockets: number,
): Promise<{ readonly rssKiB: number; readonly heapKiB: number }> {
  const server = await startNode("bench/anchors/ws.ts", {
    ready: /^ready /,
    nodeArgs: ["--expose-gc"],
  });
  try {
    const port = Number(/(\d+)\s*$/.exec(server.ready)?.[1]);
    const warmUpGroup = await openIdleSockets(
      { kind: "ws", port, names: Array.from({ length: warmUpSockets }, () => "all") },
      1,
    );
    const before = await server.ask<MemoryUsage>("memory");
    const largeGroup = await openIdleSockets({
      kind: "ws",
      port,
      names: Array.from({ length: sockets }, () => "all"),
    });
    const after = await server.ask<MemoryUsage>("memory");
    for (const fleet of [warmUpGroup, largeGroup]) await fleet.close();
    return {
      rssKiB: (after.rss - before.rss) / sockets / 1024,
      heapKiB: (after.heapUsed - before.heapUsed) / sockets / 1024,
    };
  } finally {
    await server.stop("SIGKILL");
  }
}
