import type { Memory } from "../harness/answer.ts";
import { allAccepted, runLoad } from "../harness/load.ts";
import { rssBytes } from "../harness/process.ts";
import { startBenchProduct } from "../harness/product.ts";
import { atMost, type ScenarioResult } from "../harness/stats.ts";

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
const mebi = 2 ** 20;

export async function memoryScenario(deps: MemoryDeps): Promise<ScenarioResult> {
  const product = await startBenchProduct({ serverUrl: deps.serverUrl, measured: true });
  try {
    const load = async (how: { rate?: number; requests?: number; durationMs: number }) =>
      allAccepted(
        await runLoad({
          ...how,
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
    const sampler = setInterval(() => samples.push({ at: performance.now() / 60_000, rss: rssBytes(product.pid) / mebi }), 500);
    const before = await product.ask<Memory>("memory");
    samples.length = 0;
    let accepted = 0;
    try {
      accepted = (await load({ rate, durationMs: deps.minutes * 60_000 })).count;
    } finally {
      clearInterval(sampler);
    }
    const after = await product.ask<Memory>("memory");
    const figures = {
      messagesPerSecond: accepted / (deps.minutes * 60),
      rssSlopeMiBPerMinute: slope(samples.slice(Math.floor(samples.length / 2))),
      heapBeforeMiB: before.heapUsed / mebi,
      heapAfterMiB: after.heapUsed / mebi,
      rssBeforeMiB: before.rss / mebi,
      rssAfterMiB: after.rss / mebi,
    };
    return {
      name: "memory",
      params: { minutes: deps.minutes, rate, warmUp },
      rounds: [{ product: figures, anchors: {} }],
      ratios: {},
      goals: [atMost("soak", "heap after collection, end / after the warm-up", 1.05, figures.heapAfterMiB / figures.heapBeforeMiB)],
      notes: [
        "before and after: after two collections; the slope is that of the second half of the load and holds the collector's own habits, which a minute shows more than ten",
      ],
    };
  } finally {
    await product.end();
  }
}

/** Slope of the least-squares line. */
function slope(samples: readonly { at: number; rss: number }[]): number {
  const n = samples.length;
  const sum = (pick: (one: { at: number; rss: number }) => number): number => samples.reduce((total, one) => total + pick(one), 0);
  const x = sum((s) => s.at) / n;
  const y = sum((s) => s.rss) / n;
  return sum((s) => (s.at - x) * (s.rss - y)) / sum((s) => (s.at - x) ** 2);
}
