import { setTimeout as pause } from "node:timers/promises";
import type { MemoryUsage } from "../harness/control-channel.ts";
import { openIdleSockets, type IdleSockets } from "../harness/idle-sockets.ts";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import { countConnections, assertFileLimit, getPeakRssBytes } from "../harness/process.ts";
import { addWidget, startBenchServer, type BenchServer } from "../harness/bench-server.ts";
import { createTimestampMark } from "../harness/raw-socket.ts";
import { seedAccounts, seedKeys } from "../harness/seed.ts";
import { upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * Sockets of operators and visitors fall silent at once (F10). Half of them continue to read, the
 * other half is suspended (SIGSTOP), which looks like a lost peer to the server. Measures the time
 * until all are closed, their memory, and the effect on another account.
 */
export interface SilentPeersDeps {
  readonly serverUrl: string;
  /**
   * A multiple of four: operators that read, operators that are suspended, and the same for chat
   * windows.
   */
  readonly sockets: number;
  readonly profile?: string | undefined;
}
/** The other account: its sockets, messages per second, and connections. */
const otherAccountSockets = 20;
const rate = 50;
const senders = 10;
/** A ping every 25 s, its pong within 10 s (API-105). F10 permits one more second. */
const maxCloseSeconds = 36;

export async function silentPeersScenario(deps: SilentPeersDeps): Promise<ScenarioResult> {
  assertFileLimit(deps.sockets + 500);
  const product = await startBenchServer({
    serverUrl: deps.serverUrl,
    measured: true,
    profile: deps.profile,
  });
  const fleets: IdleSockets[] = [];
  try {
    const [otherAccount] = await seedAccounts(product.databaseUrl, 1, otherAccountSockets);
    const keys = await seedKeys(product.databaseUrl, 50);
    const widget = await addWidget(product);
    const open = async (
      ...openArguments: Parameters<typeof openIdleSockets>
    ): Promise<IdleSockets> => {
      const fleet = await openIdleSockets(...openArguments);
      fleets.push(fleet);
      return fleet;
    };
    const otherSockets = await open(
      { kind: "product", port: product.port, names: otherAccount?.keys ?? [] },
      1,
    );
    const load = (ms: number) =>
      loadOtherAccount(product, otherSockets, otherAccount?.path ?? "", ms);
    await load(2_000);
    const empty = await product.ask<MemoryUsage>("memory");
    const quarter = deps.sockets / 4;
    const operators = {
      kind: "product",
      port: product.port,
      names: Array.from({ length: quarter }, (_, i) => keys[i % keys.length] ?? ""),
    } as const;
    const visitors = {
      kind: "widget",
      port: product.port,
      names: Array.from({ length: quarter }, () => widget),
    } as const;
    const readingSockets = [await open(operators, 1), await open(visitors, 1)];
    const frozenSockets = [await open(operators, 1), await open(visitors, 1)];
    const full = await product.ask<MemoryUsage>("memory");
    const before = await load(8_000);

    const startedAt = performance.now();
    await Promise.all(readingSockets.map((fleet) => fleet.stopPongs()));
    for (const fleet of frozenSockets) fleet.freeze();
    const [closedSeconds, during] = await Promise.all([
      waitUntilClosed(product.port, otherAccountSockets + senders + 1, startedAt),
      load((maxCloseSeconds + 3) * 1_000),
      // Messages of their own account are still sent to the silent sockets.
      sendToSilentAccount(product, maxCloseSeconds * 1_000),
    ]);
    const after = await product.ask<MemoryUsage>("memory");
    const peak = getPeakRssBytes(product.pid) / 2 ** 20;
    const { closed } = await otherSockets.counts();
    return {
      name: `silent sockets (${deps.sockets})`,
      params: { sockets: deps.sockets, witnesses: otherAccountSockets, rate },
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
        upperGoal("F10", "all silent sockets closed, s", maxCloseSeconds, closedSeconds),
        upperGoal("F10", "RSS at its peak, MiB", 1024, peak),
        upperGoal("F10", "sockets of the account beside that were closed", 0, closed),
        upperGoal("CORE-043", "accept -> socket p99 of the account beside, ms", 250, during.p99),
      ],
    };
  } finally {
    for (const fleet of fleets) await fleet.close();
    await product.end();
  }
}

/** Sends messages of the other account. Returns their age at its sockets. */
async function loadOtherAccount(
  product: BenchServer,
  otherSockets: IdleSockets,
  path: string,
  ms: number,
): Promise<{ p50: number; p99: number }> {
  await otherSockets.reset();
  const { sent } = assertAllAccepted(
    await runLoad({
      port: product.port,
      path,
      senders,
      rate,
      durationMs: ms,
      body: (sender, n) => message(`b${sender}-${n % 5}`),
    }),
    "the account beside",
  );
  await otherSockets.waitForFrames(sent * otherAccountSockets, 15_000);
  return otherSockets.counts();
}
async function sendToSilentAccount(product: BenchServer, ms: number): Promise<void> {
  const path = product.channelPath();
  assertAllAccepted(
    await runLoad({
      port: product.port,
      path,
      senders: 1,
      rate: 1,
      durationMs: ms,
      body: () => message("s"),
    }),
    "the silent",
  );
}
function message(customer: string): string {
  return `{"sender":{"id":"${customer}"},"message":{"type":"text","text":"Is size 42 back in stock? ${createTimestampMark()}"}}`;
}

/**
 * Returns the seconds from `startedAt` until at most `remaining` connections are open. Polls faster
 * near the promised time.
 */
async function waitUntilClosed(
  port: number,
  remaining: number,
  startedAt: number,
): Promise<number> {
  const seconds = (): number => (performance.now() - startedAt) / 1_000;
  for (;;) {
    const open = countConnections(port);
    const at = seconds();
    if (open <= remaining) return at;
    if (at > maxCloseSeconds + 30)
      throw new Error(`${open - remaining} silent sockets are still open after ${at.toFixed(0)} s`);
    await pause(at < maxCloseSeconds - 4 ? 2_000 : 200);
  }
}
