import { setTimeout as pause } from "node:timers/promises";
import type { FeedCounts, FeedReadersJob } from "../clients/feed-readers.ts";
import { startBenchServer, type BenchServer } from "../harness/bench-server.ts";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import {
  assertFileLimit,
  getCpuMicros,
  startNode,
  type StartedProcess,
} from "../harness/process.ts";
import { createTimestampMark } from "../harness/raw-socket.ts";
import {
  computeRatios,
  computeSpread,
  goalAtLeast,
  upperGoal,
  type ScenarioResult,
} from "../harness/stats.ts";

/**
 * Readers of one account's event feed over HTTP, half of them server-sent events and half long
 * polls, while messages arrive in the account (PERF-25). Time with readers alternates with time
 * without.
 */
export interface FeedsDeps {
  readonly serverUrl: string;
  readonly readers: number;
  readonly rounds: number;
  /** Measured time with readers, and as much without, in each round. */
  readonly ms: number;
  readonly warmUpMs: number;
  readonly profile?: string | undefined;
}
/** Messages per second, and connections that send them. */
const rate = 200;
const senders = 20;
/** Chats of each sender. */
const chatsEach = 5;
/** Time in which the last messages must reach all readers. */
const settleMs = 20_000;

export async function feedsScenario(deps: FeedsDeps): Promise<ScenarioResult> {
  assertFileLimit(deps.readers * 2 + 1_000);
  const product = await startBenchServer({
    serverUrl: deps.serverUrl,
    limits: { feeds_per_key: deps.readers },
    profile: deps.profile,
  });
  const clients = await startNode("bench/clients/feed-readers.ts", { ready: /^ready/ });
  try {
    await measureWithReaders({ product, clients, readers: deps.readers }, deps.warmUpMs);
    const rounds: FeedsRound[] = [];
    for (let n = 0; n < deps.rounds; n++) {
      const alone = await measureLoad(product, deps.ms);
      const beside = await measureWithReaders({ product, clients, readers: deps.readers }, deps.ms);
      rounds.push({ product: beside, anchors: { alone } });
    }
    return toFeedsResult(rounds, deps);
  } finally {
    await clients.stop("SIGKILL");
    await product.end();
  }
}

type FeedsRound = ScenarioResult["rounds"][number];

async function measureWithReaders(
  {
    product,
    clients,
    readers,
  }: { readonly product: BenchServer; readonly clients: StartedProcess; readonly readers: number },
  ms: number,
): Promise<Record<string, number>> {
  const polls = Math.floor(readers / 2);
  const job: FeedReadersJob = {
    port: product.port,
    key: product.key,
    streams: readers - polls,
    polls,
  };
  await clients.ask("open", job);
  const before = getCpuMicros(clients.pid);
  const load = await measureLoad(product, ms);
  for (const end = performance.now() + settleMs; performance.now() < end;) {
    if ((await clients.ask<number>("slowest")) >= (load["sent"] ?? 0)) break;
    await pause(50);
  }
  const clientCpu = getCpuMicros(clients.pid) - before;
  const { messages, answers, ages, ends } = await clients.ask<FeedCounts>("counts");
  await clients.ask("close");
  if (ends.length > 0) throw new Error(`feeds: ${ends.length} readers ended, first: ${ends[0]}`);
  return {
    ...load,
    p50: ages.all.p50,
    p99: ages.all.p99,
    streamP99: ages.stream.p99,
    pollP99: ages.poll.p99,
    pollsPerSecond: (answers * 1_000) / ms,
    clientShare: clientCpu / 1_000 / ms,
    incorrectReaders: messages.filter((count) => count !== load["sent"]).length,
  };
}

/** Sends messages for `ms`. Returns the figures of accepting them. */
async function measureLoad(product: BenchServer, ms: number): Promise<Record<string, number>> {
  const cpuBefore = getCpuMicros(product.pid);
  const result = assertAllAccepted(
    await runLoad({
      port: product.port,
      path: product.channelPath(),
      senders,
      rate,
      durationMs: ms,
      body: (sender, n) =>
        `{"sender":{"id":"f${sender}-${n % chatsEach}","name":"Customer"},"message":{"type":"text","text":"Is size 42 back in stock? I looked at the shelf yesterday. ${createTimestampMark()}"}}`,
    }),
    "feeds",
  );
  return {
    sent: result.sent,
    perSecond: result.perSecond,
    acceptP50: result.p50,
    acceptP99: result.p99,
    serverShare: (getCpuMicros(product.pid) - cpuBefore) / 1_000 / ms,
  };
}

/** Computes ratios and goals of the rounds. */
export function toFeedsResult(
  rounds: readonly FeedsRound[],
  { readers, ms }: Pick<FeedsDeps, "readers" | "ms">,
): ScenarioResult {
  const middle = (figure: string): number =>
    computeSpread(rounds.map(({ product }) => product[figure] ?? Number.NaN)).med;
  const accepted = computeRatios(rounds, "perSecond", "alone");
  const incorrect = Math.max(...rounds.map(({ product }) => product["incorrectReaders"] ?? 0));
  return {
    name: `feeds: ${readers} readers, ${rate} messages/s`,
    params: { readers, rate, senders, ms },
    rounds,
    ratios: {
      "perSecond/alone": accepted,
      "acceptP50/alone": computeRatios(rounds, "acceptP50", "alone"),
      "acceptP99/alone": computeRatios(rounds, "acceptP99", "alone"),
      "serverShare/alone": computeRatios(rounds, "serverShare", "alone"),
    },
    goals: [
      upperGoal("PERF-25", "POST -> reader p99, ms", 500, middle("p99")),
      goalAtLeast("PERF-25", "accepted beside readers / alone", 0.95, accepted.med),
      upperGoal("PERF-25", "readers that miss a message, or got one twice", 0, incorrect),
    ],
    notes: ["shares of one core; p50 and p99 count from the writing of the request, ms"],
  };
}
