import type { MemoryUsage } from "../harness/control-channel.ts";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import { getRssBytes } from "../harness/process.ts";
import { startBenchServer } from "../harness/bench-server.ts";
import { upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * Measures the server's memory under a steady load. After the warm-up, which fills the buffer of
 * recent events (10,000 per account), memory must not grow. The rate is fixed, so that results are
 * comparable between machines.
 */
export interface MemoryDeps {
  readonly serverUrl: string;
  readonly minutes: number;
}
const rate = 500;
const customers = 64;
/** Messages of the warm-up, sent as fast as possible. More than the buffer holds. */
const warmUp = 12_800;
const bytesPerMiB = 2 ** 20;

export async function memoryScenario(deps: MemoryDeps): Promise<ScenarioResult> {
  const product = await startBenchServer({ serverUrl: deps.serverUrl, measured: true });
  try {
    const load = async (loadOptions: { rate?: number; requests?: number; durationMs: number }) =>
      assertAllAccepted(
        await runLoad({
          ...loadOptions,
          port: product.port,
          path: product.channelPath(),
          senders: customers,
          body: (sender, n) =>
            `{"sender":{"id":"c${sender}","name":"Customer ${sender}"},"message":{"type":"text","text":"Is size 42 back in stock? I looked at the shelf yesterday and it was gone. ${n}"}}`,
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
    const figures = {
      messagesPerSecond: accepted / (deps.minutes * 60),
      rssSlopeMiBPerMinute: computeSlope(samples.slice(Math.floor(samples.length / 2))),
      heapBeforeMiB: before.heapUsed / bytesPerMiB,
      heapAfterMiB: after.heapUsed / bytesPerMiB,
      rssBeforeMiB: before.rss / bytesPerMiB,
      rssAfterMiB: after.rss / bytesPerMiB,
    };
    return {
      name: "memory",
      params: { minutes: deps.minutes, rate, warmUp },
      rounds: [{ product: figures, anchors: {} }],
      ratios: {},
      goals: [
        upperGoal(
          "soak",
          "heap after collection, end / after the warm-up",
          1.05,
          figures.heapAfterMiB / figures.heapBeforeMiB,
        ),
      ],
      notes: [
        "before and after: after two collections; the slope is that of the second half of the load and holds the collector's own habits, which a minute shows more than ten",
      ],
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
