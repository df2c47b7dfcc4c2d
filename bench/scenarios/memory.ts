import { setTimeout as pause } from "node:timers/promises";
import type { MemoryUsage } from "../harness/control-channel.ts";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import { getRssBytes } from "../harness/process.ts";
import { startBenchServer } from "../harness/bench-server.ts";
import { upperGoal, type ScenarioResult } from "../harness/stats.ts";

export interface MemoryDeps {
  readonly serverUrl: string;
  readonly minutes: number;
}
const rate = 500;
const customers = 64;
/** Messages of the warm-up, sent as fast as possible. More than the buffer holds. */
const warmUp = 12_800;
/** Duration of the full load, and of the pause after it, in ms. */
const fullLoadMs = 15_000;
const pauseMs = 60_000;
const bytesPerMiB = 2 ** 20;

/**
 * Measures the server's memory after a full load, and its growth under a steady one.
 */
export async function memoryScenario(deps: MemoryDeps): Promise<ScenarioResult> {
  const soak = await measureSoak(deps);
  const rssAfterPauseMiB = await measureAfterFullLoad(deps.serverUrl);
  return {
    name: "memory",
    params: { minutes: deps.minutes, rate, warmUp, fullLoadMs, pauseMs },
    rounds: [{ product: { ...soak, rssAfterPauseMiB }, anchors: {} }],
    ratios: {},
    goals: [
      upperGoal(
        "soak",
        "heap after collection, end / after the warm-up",
        1.05,
        soak.heapAfterMiB / soak.heapBeforeMiB,
      ),
      upperGoal("PERF-13", "RSS of node a minute after full load, MiB", 250, rssAfterPauseMiB),
    ],
    notes: [
      "before and after: after two collections; the slope is that of the second half of the load and holds the collector's own habits, which a minute shows more than ten",
    ],
  };
}

/** Returns the RSS of the built server in MiB, a minute after as many messages as it accepts. */
async function measureAfterFullLoad(serverUrl: string): Promise<number> {
  const product = await startBenchServer({ serverUrl });
  try {
    const load = await runLoad({
      port: product.port,
      path: product.channelPath(),
      senders: 256,
      durationMs: fullLoadMs,
      body,
    });
    assertAllAccepted(load, "memory");
    await pause(pauseMs);
    return getRssBytes(product.pid) / bytesPerMiB;
  } finally {
    await product.end();
  }
}

const body = (sender: number, n: number): string =>
  `{"sender":{"id":"c${sender}","name":"Customer ${sender}"},"message":{"type":"text","text":"Is size 42 back in stock? I looked at the shelf yesterday and it was gone. ${n}"}}`;

/**
 * Measures memory under a steady load. After the warm-up, which fills the buffer of recent events
 * (10,000 per account), memory must not grow. The rate is fixed, so that results are comparable
 * between machines.
 */
async function measureSoak(deps: MemoryDeps) {
  const product = await startBenchServer({ serverUrl: deps.serverUrl, measured: true });
  try {
    const load = async (loadOptions: { rate?: number; requests?: number; durationMs: number }) =>
      assertAllAccepted(
        await runLoad({
          ...loadOptions,
          port: product.port,
          path: product.channelPath(),
          senders: customers,
          body,
        }),
        "memory",
      );
    await load({ requests: warmUp / customers, durationMs: 60_000 });
    await load({ rate, durationMs: 3_000 });
    const samples: { at: number; rss: number }[] = [];
    const sampler = setInterval(
      () =>
        samples.push({
          at: performance.now() / 60_000,
          rss: getRssBytes(product.pid) / bytesPerMiB,
        }),
      500,
    );
    const before = await product.ask<MemoryUsage>("memory");
    samples.length = 0;
    let accepted = 0;
    try {
      accepted = (await load({ rate, durationMs: deps.minutes * 60_000 })).count;
    } finally {
      clearInterval(sampler);
    }
    const after = await product.ask<MemoryUsage>("memory");
    return {
      messagesPerSecond: accepted / (deps.minutes * 60),
      rssSlopeMiBPerMinute: computeSlope(samples.slice(Math.floor(samples.length / 2))),
      heapBeforeMiB: before.heapUsed / bytesPerMiB,
      heapAfterMiB: after.heapUsed / bytesPerMiB,
      rssBeforeMiB: before.rss / bytesPerMiB,
      rssAfterMiB: after.rss / bytesPerMiB,
    };
  } finally {
    await product.end();
  }
}

/** Slope of the least-squares line. */
function computeSlope(samples: readonly { at: number; rss: number }[]): number {
  const n = samples.length;
  const sum = (pick: (sample: { at: number; rss: number }) => number): number =>
    samples.reduce((total, sample) => total + pick(sample), 0);
  const x = sum((s) => s.at) / n;
  const y = sum((s) => s.rss) / n;
  return sum((s) => (s.at - x) * (s.rss - y)) / sum((s) => (s.at - x) ** 2);
}
