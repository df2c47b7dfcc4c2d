import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { PostLoopJob } from "../anchors/post-loop.ts";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import { findDatabaseProcess } from "../harness/database-process.ts";
import { getCpuMicros, startNode, type StartedProcess } from "../harness/process.ts";
import {
  createBenchEnvironment,
  startBenchServer,
  waitForConsumers,
  type BenchServer,
} from "../harness/bench-server.ts";
import { createTimestampMark } from "../harness/raw-socket.ts";
import {
  goalAtLeast,
  upperGoal,
  computeRatios,
  type Goal,
  type ScenarioResult,
} from "../harness/stats.ts";

/**
 * Sends operator messages through the outbox to a local receiver. Measures how fast a node drains
 * due deliveries (PERF-9) and the age of messages on arrival. Measures the age also beside an
 * endpoint that takes 2.9 s per response and uses all its slots.
 */
export interface DeliveriesDeps {
  readonly serverUrl: string;
  readonly lanes: readonly number[];
  readonly rounds: number;
  readonly total: number;
  /** Duration of the measurement of the age on arrival, ms. 0: it is not measured. */
  readonly lagMs: number;
  readonly loops: readonly DeliveryLoop[];
  readonly profile?: string | undefined;
}
/** Loops of POST requests that deliveries are compared with. */
export type DeliveryLoop = "undici Pool" | "global fetch";
export const deliveryLoops: readonly DeliveryLoop[] = ["undici Pool", "global fetch"];
const slowLanes = 64;
const lagRate = 50;

export async function deliveriesScenario(deps: DeliveriesDeps): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  let lagResult: Record<string, number> = {};
  for (const lanes of deps.lanes) {
    const rounds: Round[] = [];
    for (let i = 0; i < deps.rounds; i++) {
      // The age on arrival is measured once, because it takes longer than the rest.
      const isFirst = results.length === 0 && i === 0;
      const { round, lags } = await runRound(deps, lanes, isFirst && deps.lagMs > 0);
      rounds.push(round);
      if (lags !== null) lagResult = lags;
    }
    results.push(toDeliveriesResult(rounds, lanes, deps));
  }
  if (deps.lagMs === 0) return results;
  results.push({
    name: `deliveries: age on arrival at ${lagRate}/s`,
    params: { lagRate, slowLanes, ms: deps.lagMs },
    rounds: [{ product: lagResult, anchors: {} }],
    ratios: {},
    goals: [],
    notes: [
      `from the API call to the arrival, ms; beside: with ${slowLanes} lanes of another endpoint that answers after 2.9 s`,
    ],
  });
  return results;
}

/** Builds the result of the rounds with one number of lanes. */
export function toDeliveriesResult(
  rounds: readonly Round[],
  lanes: number,
  { total, loops }: Pick<DeliveriesDeps, "total" | "loops">,
): ScenarioResult {
  const goals: Goal[] = [];
  if (loops.includes("undici Pool"))
    goals.push(
      goalAtLeast(
        "PERF-9",
        `delivery / Pool loop x${lanes}`,
        lanes <= 16 ? 0.3 : 0.4,
        computeRatios(rounds, "perSecond", "undici Pool").med,
      ),
    );
  if (loops.includes("global fetch"))
    goals.push(
      upperGoal(
        "PERF-9",
        `delivery CPU / fetch loop x${lanes}`,
        0.6,
        computeRatios(rounds, "micros", "global fetch").med,
      ),
    );
  return {
    name: `deliveries x${lanes}`,
    params: { lanes, total, lagRate },
    rounds,
    ratios: Object.fromEntries(
      ["perSecond", "micros"].flatMap((figure) =>
        loops.map((loop) => [`${figure}/${loop}`, computeRatios(rounds, figure, loop)]),
      ),
    ),
    goals,
    notes: ["micros: CPU of the server process per delivery"],
  };
}

type Round = ScenarioResult["rounds"][number];
async function runRound(
  deps: DeliveriesDeps,
  lanes: number,
  withLag: boolean,
): Promise<{ round: Round; lags: Record<string, number> | null }> {
  const started: StartedProcess[] = [];
  const start = async (
    ...startArguments: Parameters<typeof startNode>
  ): Promise<StartedProcess> => {
    const child = await startNode(...startArguments);
    started.push(child);
    return child;
  };
  const environment = await createBenchEnvironment(deps.serverUrl);
  const database = new pg.Client({ connectionString: environment.database.url });
  await database.connect();
  try {
    const fast = await start("bench/clients/receiver.ts", { ready: /^ready / });
    const slow = await start("bench/clients/receiver.ts", {
      ready: /^ready /,
      env: { DELAY_MS: "2900" },
    });
    const ports = [getPort(fast), getPort(slow)];
    const launch = (profile?: string): Promise<BenchServer> =>
      startBenchServer({ serverUrl: deps.serverUrl, environment, endpointPorts: ports, profile });
    const first = await launch();
    await createChats(first, lanes);
    await first.end();
    const chats = await findChats(database, 0);
    const perChat = Math.ceil(deps.total / lanes);
    await (
      await start("bench/entries/seed-deliveries.ts", {
        ready: /^ready/,
        env: {
          DATABASE_URL: environment.database.url,
          DATA_DIR: environment.folder,
          FILL: JSON.stringify({ chats, operatorId: 1, perChat }),
        },
        withinMs: 60_000,
      })
    ).stop();

    await database.query("update endpoint set paused_at = now()");
    const product = await launch(deps.profile);
    await waitForConsumers([product.pid]);
    await resumeEndpoints(product, database);
    const figures = await measureDrain(product, fast, database, perChat * lanes);
    const sample = await fast.ask<{ headers: Record<string, string>; body: string }>("sample");
    let lags: Record<string, number> | null = null;
    if (withLag) {
      const alone = await measureAge(deps, product, fast, chats);
      await fillSlots(product, await findChats(database, 1), slow);
      const beside = await measureAge(deps, product, fast, chats);
      lags = { p50: alone.p50, p99: alone.p99, besideP50: beside.p50, besideP99: beside.p99 };
    }
    await product.end();

    const { "user-agent": agent, "content-type": type } = sample.headers;
    const loop = async (kind: string): Promise<Record<string, number>> => {
      const anchor = await start("bench/anchors/post-loop.ts", {
        ready: /^ready/,
        env: { WITH: kind },
      });
      const job: PostLoopJob = {
        port: getPort(fast),
        atOnce: lanes,
        count: deps.total,
        body: sample.body,
        headers: { "user-agent": agent ?? "", "content-type": type ?? "" },
      };
      await anchor.ask("run", job);
      const measured = await anchor.ask<Record<string, number>>("run", {
        ...job,
        count: deps.total * 2,
      });
      await anchor.stop("SIGKILL");
      return measured;
    };
    const anchors: Record<string, Record<string, number>> = {};
    for (const name of deps.loops)
      anchors[name] = await loop(name === "undici Pool" ? "pool" : "fetch");
    return { round: { product: figures, anchors }, lags };
  } finally {
    for (const child of started) await child.stop("SIGKILL");
    await database.end();
    await environment.remove();
  }
}

/** Customers write first: one chat each on the fast channel, and those for the slow channel. */
async function createChats(product: BenchServer, lanes: number): Promise<void> {
  const hello = (sender: number): string =>
    `{"sender":{"id":"c${sender}","name":"Customer ${sender}"},"message":{"type":"text","text":"Is size 42 back in stock?"}}`;
  assertAllAccepted(
    await runLoad({
      port: product.port,
      path: product.channelPath(0),
      senders: lanes,
      requests: 1,
      durationMs: 10_000,
      body: hello,
    }),
    "first messages",
  );
  assertAllAccepted(
    await runLoad({
      port: product.port,
      path: product.channelPath(1),
      senders: slowLanes,
      requests: 1,
      durationMs: 10_000,
      body: hello,
    }),
    "first messages of the slow channel",
  );
}
async function findChats(database: pg.Client, channel: number): Promise<number[]> {
  const { rows } = await database.query<{ id: string }>(
    "select c.id from chat c join channel l on l.account_id = c.account_id and l.id = c.source where l.public_id = $1",
    [`BenchBench${channel}`],
  );
  return rows.map((row) => Number(row.id));
}

async function resumeEndpoints(product: BenchServer, database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ id: string }>("select id from endpoint");
  for (const { id } of rows) {
    const response = await fetch(`${product.url}/api/v1/endpoints/${id}/resume`, {
      method: "POST",
      headers: { authorization: `Bearer ${product.key}` },
    });
    if (!response.ok) throw new Error(`resume was answered ${response.status}`);
  }
}

/** Measures between a third and 95 % of the due deliveries, which is the steady state. */
async function measureDrain(
  product: BenchServer,
  receiver: StartedProcess,
  database: pg.Client,
  total: number,
): Promise<Record<string, number>> {
  const postmaster = await findDatabaseProcess(database);
  const waitForCount = async (targetCount: number) => {
    const end = performance.now() + 60_000;
    for (;;) {
      const count = await receiver.ask<number>("count");
      if (count >= targetCount)
        return {
          count,
          ms: performance.now(),
          cpu: getCpuMicros(product.pid),
          database: getCpuMicros(postmaster, true),
        };
      if (performance.now() > end)
        throw new Error(`${count} of ${total} deliveries arrived within 60 s`);
      await pause(10);
    }
  };
  const from = await waitForCount(Math.floor(total / 3));
  const to = await waitForCount(Math.floor(total * 0.95));
  await waitForCount(total);
  const { rows } = await database.query<{ n: number }>(
    "select max(attempts)::int as n from delivery",
  );
  if ((rows[0]?.n ?? 0) > 1)
    throw new Error("deliveries to a willing receiver were tried more than once");
  const count = to.count - from.count;
  return {
    perSecond: (count * 1000) / (to.ms - from.ms),
    micros: (to.cpu - from.cpu) / count,
    databaseMicros: (to.database - from.database) / count,
  };
}

async function measureAge(
  deps: DeliveriesDeps,
  product: BenchServer,
  receiver: StartedProcess,
  chats: readonly number[],
): Promise<{ p50: number; p99: number }> {
  await receiver.ask("reset");
  const { sent } = await sendOperatorMessages(product, chats, {
    rate: lagRate,
    durationMs: deps.lagMs,
  });
  const end = performance.now() + 10_000;
  for (;;) {
    const ages = await receiver.ask<{ count: number; p50: number; p99: number }>("ages");
    if (ages.count >= sent) return ages;
    if (performance.now() > end)
      throw new Error(`${ages.count} of ${sent} messages arrived within 10 s`);
    await pause(20);
  }
}
/**
 * Sends two messages to each lane of the slow endpoint, so that all its slots are in use for the
 * next 6 s.
 */
async function fillSlots(
  product: BenchServer,
  chats: readonly number[],
  slow: StartedProcess,
): Promise<void> {
  await sendOperatorMessages(product, chats, { requests: 2, durationMs: 20_000 });
  const end = performance.now() + 5_000;
  while ((await slow.ask<number>("count")) < chats.length) {
    if (performance.now() > end) throw new Error("the slow endpoint's places did not fill");
    await pause(20);
  }
}
let clientIds = 0;
/**
 * Sends operator messages to chats, marked with their time. A fixed number per chat, or at a rate.
 */
export function sendOperatorMessages(
  product: BenchServer,
  chats: readonly number[],
  loadOptions: { rate?: number; requests?: number; durationMs: number },
): ReturnType<typeof runLoad> {
  return runLoad({
    ...loadOptions,
    port: product.port,
    path: "",
    pathOf: (sender) => `/api/v1/chats/${chats[sender] ?? 0}/messages`,
    senders: chats.length,
    headers: { authorization: `Bearer ${product.key}` },
    body: () =>
      `{"kind":"text","text":"Three pairs came in this morning. ${createTimestampMark()}","client_id":"b${++clientIds}"}`,
  }).then((result) => {
    if (result.refused > 0)
      throw new Error(`operator messages were answered ${JSON.stringify(result.statuses)}`);
    return result;
  });
}

export function getPort(started: StartedProcess): number {
  return Number(/(\d+)\s*$/.exec(started.ready)?.[1]);
}
