import { setTimeout as pause } from "node:timers/promises";
import {
  createBenchEnvironment,
  startBenchServer,
  waitForConsumers,
  type BenchServer,
} from "../harness/bench-server.ts";
import { measureProduct, type AcceptLoad, type MessageShape } from "../harness/accept-load.ts";
import { seedInbox } from "../harness/inbox-seed.ts";
import { seedKeys } from "../harness/seed.ts";
import { addViews, request } from "../harness/work-seed.ts";
import {
  computeRatios,
  computeSpread,
  getQuantile,
  goalAtLeast,
  roundFigure,
  upperGoal,
  type ScenarioResult,
} from "../harness/stats.ts";

export interface WorkDeps extends Omit<AcceptLoad, "senders" | "rate" | "shape"> {
  readonly rounds: number;
}

/** Messages per second while the queries of views are counted. */
const viewsRate = 50;

/**
 * Measures what rules and views cost (PERF-26, PERF-27): sends messages to an account with 50 rules
 * and to one with 20 views, and compares them with an account that has neither.
 */
export async function workScenario(deps: WorkDeps): Promise<readonly ScenarioResult[]> {
  const load = { ...deps, senders: 32 };
  const views = { ...load, rate: viewsRate, roundMs: Math.max(deps.roundMs, 10_000) };
  return [await measureRules(load, deps.rounds), await measureViewQueries(views, deps.rounds)];
}

async function runRounds(
  load: AcceptLoad,
  shapes: readonly MessageShape[],
  rounds: number,
): Promise<ScenarioResult["rounds"]> {
  const results: ScenarioResult["rounds"][number][] = [];
  for (let n = 0; n < rounds; n++) {
    const product = await measureProduct(load);
    const anchors: Record<string, Record<string, number>> = {};
    for (const shape of shapes) anchors[shape] = await measureProduct({ ...load, shape });
    results.push({ product, anchors });
  }
  return results;
}

/** Compares accepting without rules (the product) with accepting beside rules (the anchors). */
async function measureRules(load: AcceptLoad, rounds: number): Promise<ScenarioResult> {
  const results = await runRounds(load, ["other rules", "rules"], rounds);
  const ratio = (figure: string, shape: string): number =>
    1 / computeRatios(results, figure, shape).med;
  return {
    name: "work: rules @32",
    params: { senders: load.senders, roundMs: load.roundMs, warmUpMs: load.warmUpMs },
    rounds: results,
    ratios: {
      "perSecond/other rules": computeRatios(results, "perSecond", "other rules"),
      "p50/other rules": computeRatios(results, "p50", "other rules"),
      "perSecond/rules": computeRatios(results, "perSecond", "rules"),
      "p50/rules": computeRatios(results, "p50", "rules"),
      "p99/rules": computeRatios(results, "p99", "rules"),
    },
    goals: [
      goalAtLeast(
        "PERF-26",
        "beside 50 rules that do not match / bare @32",
        0.97,
        ratio("perSecond", "other rules"),
      ),
      upperGoal("PERF-26", "p50 beside 50 rules that match / bare @32", 1.1, ratio("p50", "rules")),
    ],
  };
}

/**
 * Counts the reads that 20 views add per second, at a fixed rate of messages. Views write nothing,
 * and how many messages share a transaction differs between rounds.
 */
async function measureViewQueries(load: AcceptLoad, rounds: number): Promise<ScenarioResult> {
  const results = await runRounds(load, ["views"], rounds);
  const added = computeSpread(
    results.map(
      ({ product, anchors }) =>
        (anchors["views"]?.["readsPerSecond"] ?? Number.NaN) -
        (product["readsPerSecond"] ?? Number.NaN),
    ),
  );
  return {
    name: `work: views at ${load.rate}/s`,
    params: { rate: load.rate, roundMs: load.roundMs },
    rounds: results,
    ratios: { "serverMicros/views": computeRatios(results, "serverMicros", "views") },
    goals: [upperGoal("PERF-27", "reads per second that 20 views add", 1, added.med)],
  };
}

/** Conditions of measured views: few running chats, a tenth of all chats, none of them. */
const measuredViews = {
  running: { all: [{ fact: "chat.state", op: "is_not", value: "closed" }] },
  tenth: { fact: "chat.rating", op: "is", value: "negative" },
  none: { fact: "chat.priority", op: "is", value: "urgent" },
} as const;

export interface LargeAccountDeps {
  readonly serverUrl: string;
  readonly rounds: number;
  readonly profile: string | undefined;
  /** Chats of the account whose views are listed, and as many messages for the dry run. */
  readonly size: number;
}

/** The consumers process all messages of the seeded account first. */
const consumersMs = 1_800_000;

/** Measures lists of views and a dry run of an account with many chats (PERF-28, PERF-29). */
export async function largeAccountScenario(
  deps: LargeAccountDeps,
): Promise<readonly ScenarioResult[]> {
  const inbox = await seedInbox(deps.serverUrl, deps.size, 1);
  const environment = await createBenchEnvironment(deps.serverUrl);
  try {
    const [key] = await seedKeys(inbox.url, 1);
    const server: BenchServer = await startBenchServer({
      serverUrl: deps.serverUrl,
      environment: { ...environment, database: { ...environment.database, url: inbox.url } },
      profile: deps.profile,
    });
    try {
      await waitForConsumers([server.pid], consumersMs);
      return [await measureRequests({ ...server, key: key ?? "" }, deps)];
    } finally {
      await server.end();
    }
  } finally {
    await environment.remove();
    await inbox.drop();
  }
}

async function measureRequests(
  server: BenchServer,
  { size, rounds }: LargeAccountDeps,
): Promise<ScenarioResult> {
  const product: Record<string, number> = {};
  await addViews(server, 17);
  for (const [name, condition] of Object.entries(measuredViews)) {
    const { id } = await request<{ id: number }>(server, "POST", "/views", {
      name,
      if: condition,
      shared: "all",
    });
    const times: number[] = [];
    for (let n = 0; n < rounds * 20; n++) {
      const startedAt = performance.now();
      await request(server, "GET", `/chats?view=${id}&limit=50`);
      times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    product[`view ${name} p50`] = getQuantile(times, 0.5);
    product[`view ${name} p95`] = getQuantile(times, 0.95);
  }
  const dryRunMs = await measureDryRun(server);
  return {
    name: `large account: ${size} chats`,
    params: { size },
    rounds: [{ product: { ...product, dryRunMs }, anchors: {} }],
    ratios: {},
    goals: [
      ...Object.keys(measuredViews).map((name) =>
        upperGoal(
          "PERF-28",
          `first page of the view "${name}" p95, ms`,
          50,
          product[`view ${name} p95`] ?? Number.NaN,
        ),
      ),
      upperGoal("PERF-29", `dry run over ${size} messages, s`, 10, roundFigure(dryRunMs / 1000)),
    ],
  };
}

/** Returns how long a dry run of 90 days takes, in ms. */
async function measureDryRun(server: BenchServer): Promise<number> {
  const startedAt = performance.now();
  const { id } = await request<{ id: number }>(server, "POST", "/rules/dry-run", {
    days: 90,
    rule: {
      name: "Tried",
      when: { event: "message_by_visitor" },
      if: { fact: "chat.rating", op: "is", value: "negative" },
      do: [{ type: "priority", priority: "high" }],
    },
  });
  for (;;) {
    const { state } = await request<{ state: string }>(server, "GET", `/rules/dry-run/${id}`);
    if (state !== "running") return performance.now() - startedAt;
    await pause(50);
  }
}
