import type { Memory } from "../harness/answer.ts";
import { openFleet, type Fleet } from "../harness/fleet.ts";
import { allAccepted, runLoad } from "../harness/load.ts";
import { connectionsAt, needFiles, peakRssBytes } from "../harness/process.ts";
import { addWidget, startBenchProduct, type BenchProduct } from "../harness/product.ts";
import { stamp } from "../harness/raw-socket.ts";
import { seedAccounts, seedKeys } from "../harness/seed.ts";
import { atMost, type ScenarioResult } from "../harness/stats.ts";

/**
 * Sockets of operators and visitors fall silent at once (F10). Half of them continue to read, the
 * other half is suspended (SIGSTOP), which looks like a lost peer to the server. Measures the time
 * until all are closed, their memory, and the effect on another account.
 */
export interface SilentDeps {
  readonly serverUrl: string;
  /**
   * A multiple of four: operators that read, operators that are suspended, and the same for chat
   * windows.
   */
  readonly sockets: number;
  readonly profile?: string | undefined;
}
/** The other account: its sockets, messages per second, and connections. */
const witnesses = 20;
const rate = 50;
const senders = 10;
/** A ping every 25 s, its pong within 10 s (API-105). F10 permits one more second. */
const within = 36;

export async function silentScenario(deps: SilentDeps): Promise<ScenarioResult> {
  needFiles(deps.sockets + 500);
  const product = await startBenchProduct({ serverUrl: deps.serverUrl, measured: true, profile: deps.profile });
  const fleets: Fleet[] = [];
  try {
    const [beside] = await seedAccounts(product.databaseUrl, 1, witnesses);
    const keys = await seedKeys(product.databaseUrl, 50);
    const widget = await addWidget(product);
    const open = async (...of: Parameters<typeof openFleet>): Promise<Fleet> => {
      const fleet = await openFleet(...of);
      fleets.push(fleet);
      return fleet;
    };
    const watch = await open({ kind: "product", port: product.port, names: beside?.keys ?? [] }, 1);
    const load = (ms: number) => talkBeside(product, watch, beside?.path ?? "", ms);
    await load(2_000);
    const empty = await product.ask<Memory>("memory");
    const quarter = deps.sockets / 4;
    const operators = {
      kind: "product",
      port: product.port,
      names: Array.from({ length: quarter }, (_, i) => keys[i % keys.length] ?? ""),
    } as const;
    const visitors = { kind: "widget", port: product.port, names: Array.from({ length: quarter }, () => widget) } as const;
    const readers = [await open(operators, 1), await open(visitors, 1)];
    const standing = [await open(operators, 1), await open(visitors, 1)];
    const full = await product.ask<Memory>("memory");
    const before = await load(8_000);

    const began = performance.now();
    await Promise.all(readers.map((fleet) => fleet.hush()));
    for (const fleet of standing) fleet.freeze();
    const [closedSeconds, during] = await Promise.all([
      untilClosed(product.port, witnesses + senders + 1, began),
      load((within + 3) * 1_000),
      // Messages of their own account are still sent to the silent sockets.
      tellSilent(product, within * 1_000),
    ]);
    const after = await product.ask<Memory>("memory");
    const peak = peakRssBytes(product.pid) / 2 ** 20;
    const { closed } = await watch.counts();
    return {
      name: `silent sockets (${deps.sockets})`,
      params: { sockets: deps.sockets, witnesses, rate },
      rounds: [
        {
          product: {
            closedSeconds,
            rssEmptyMiB: empty.rss / 2 ** 20,
            rssOpenMiB: full.rss / 2 ** 20,
            rssPeakMiB: peak,
            rssAfterMiB: after.rss / 2 ** 20,
            besideP50: during.p50,
            besideP99: during.p99,
            besideBeforeP99: before.p99,
          },
          anchors: {},
        },
      ],
      ratios: {},
      goals: [
        atMost("F10", "all silent sockets closed, s", within, closedSeconds),
        atMost("F10", "RSS at its peak, MiB", 1024, peak),
        atMost("F10", "sockets of the account beside that were closed", 0, closed),
        atMost("CORE-043", "accept -> socket p99 of the account beside, ms", 250, during.p99),
      ],
    };
  } finally {
    for (const fleet of fleets) await fleet.close();
    await product.end();
  }
}

/** Sends messages of the other account. Returns their age at its sockets. */
async function talkBeside(product: BenchProduct, watch: Fleet, path: string, ms: number): Promise<{ p50: number; p99: number }> {
  await watch.reset();
  const { sent } = allAccepted(
    await runLoad({ port: product.port, path, senders, rate, durationMs: ms, body: (sender, n) => message(`b${sender}-${n % 5}`) }),
    "the account beside",
  );
  await watch.arrived(sent * witnesses, 15_000);
  return watch.counts();
}
async function tellSilent(product: BenchProduct, ms: number): Promise<void> {
  const path = product.channelPath();
  allAccepted(await runLoad({ port: product.port, path, senders: 1, rate: 1, durationMs: ms, body: () => message("s") }), "the silent");
}
function message(customer: string): string {
  return `{"sender":{"id":"${customer}"},"message":{"type":"text","text":"Is size 42 back in stock? ${stamp()}"}}`;
}

/**
 * Returns the seconds from `startedAt` until at most `remaining` connections are open. Polls faster
 * near the promised time.
 */
async function untilClosed(port: number, left: number, began: number): Promise<number> {
  const seconds = (): number => (performance.now() - began) / 1_000;
  for (;;) {
    const open = connectionsAt(port);
    const at = seconds();
    if (open <= left) return at;
    if (at > within + 30) throw new Error(`${open - left} silent sockets are still open after ${at.toFixed(0)} s`);
    await new Promise((resolve) => setTimeout(resolve, at < within - 4 ? 2_000 : 200));
  }
}
