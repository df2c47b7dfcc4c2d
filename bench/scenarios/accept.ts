import pg from "pg";
import { createTestDatabase } from "@parlour/testkit";
import {
  createBody,
  measureAnchor,
  measureProduct,
  type AcceptLoad,
} from "../harness/accept-load.ts";
import {
  goalAtLeast,
  upperGoal,
  getQuantile,
  computeRatios,
  computeSpread,
  findSlowMachine,
  type Goal,
  type ScenarioResult,
} from "../harness/stats.ts";

/**
 * Compares the channel POST with what this machine can do with the same guarantees (`floor`), the
 * same route without a database (`limit`), a simple implementation (`naive`), a bare node:http
 * (`echo`) and one commit. Server and baselines alternate in one run, each in a new process on a
 * new database, all warmed up equally. PERF-1, 2, 4 to 6, 21, 30.
 */
export interface AcceptDeps extends Omit<AcceptLoad, "senders" | "rate" | "shape"> {
  readonly senders: readonly number[];
  readonly rounds: number;
  /** Goals whose anchor is missing are not checked. */
  readonly anchors: readonly AcceptAnchor[];
}
/** `single commit` is measured only with 1 sender. */
export type AcceptAnchor = "floor" | "limit" | "naive" | "echo" | "single commit";
export const acceptAnchors: readonly AcceptAnchor[] = [
  "floor",
  "limit",
  "naive",
  "echo",
  "single commit",
];
/** Minimum ratios of PERF-30 by the number of senders. */
const minFloorRatios: ReadonlyMap<number, number> = new Map([
  [1, 0.85],
  [32, 0.7],
  [256, 0.7],
]);

export async function acceptScenario(deps: AcceptDeps): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const senders of deps.senders) {
    const load: AcceptLoad = { ...deps, senders };
    const anchors = deps.anchors.filter((anchor) => anchor !== "single commit" || senders === 1);
    const rounds: Round[] = [];
    for (let i = 0; i < deps.rounds; i++) {
      const round: Round = { product: await measureProduct(load), anchors: {} };
      for (const anchor of anchors) round.anchors[anchor] = await measureAcceptAnchor(load, anchor);
      rounds.push(round);
    }
    results.push(toAcceptResult(rounds, load));
  }
  return results;
}

type Round = ScenarioResult["rounds"][number];
/** Measures one anchor with the load. */
export function measureAcceptAnchor(
  load: AcceptLoad,
  anchor: AcceptAnchor,
): Promise<Record<string, number>> {
  switch (anchor) {
    case "floor":
      return measureAnchor(load, { script: "floor", path: "/", database: true });
    case "limit":
      return measureAnchor(load, {
        script: "limit",
        path: "/channel/b3nchb3nchb3nchb3nchb3nch0/BenchBench0",
      });
    case "naive":
      return measureAnchor(load, { script: "naive", path: "/", database: true });
    case "echo":
      return measureAnchor(load, { script: "echo", path: "/" });
    case "single commit":
      return measureSingleCommit(load);
  }
}

/** Builds the result of the rounds with one number of senders. */
export function toAcceptResult(
  rounds: readonly Round[],
  { senders, roundMs, warmUpMs }: Pick<AcceptLoad, "senders" | "roundMs" | "warmUpMs">,
): ScenarioResult {
  const has = (anchor: AcceptAnchor): boolean => rounds[0]?.anchors[anchor] !== undefined;
  const med = (figure: string, anchor: AcceptAnchor): number =>
    computeRatios(rounds, figure, anchor).med;
  const goals: Goal[] = [];
  const minFloorRatio = minFloorRatios.get(senders);
  if (has("floor") && minFloorRatio !== undefined)
    goals.push(
      goalAtLeast(
        "PERF-30",
        `accept / floor @${senders}`,
        minFloorRatio,
        med("perSecond", "floor"),
      ),
    );
  if (senders === 32 && has("limit"))
    goals.push(goalAtLeast("PERF-1", "accept / limit @32", 0.45, med("perSecond", "limit")));
  if (senders === 32 && has("naive"))
    goals.push(goalAtLeast("PERF-2", "accept / naive @32", 5, med("perSecond", "naive")));
  if (senders === 256 && has("limit"))
    goals.push(goalAtLeast("PERF-1", "accept / limit @256", 0.6, med("perSecond", "limit")));
  if (senders === 256 && has("naive"))
    goals.push(
      goalAtLeast("PERF-2", "accept / naive @256", 6, med("perSecond", "naive")),
      upperGoal("PERF-5", "PostgreSQL CPU / naive @256", 0.08, med("databaseMicros", "naive")),
    );
  if (senders > 1 && has("echo"))
    goals.push(
      upperGoal("PERF-5", `server CPU / echo @${senders}`, 2.5, med("serverMicros", "echo")),
    );
  if (has("single commit")) goals.push(...createSingleMessageGoals(rounds));
  goals.push(
    upperGoal(
      "PERF-6",
      `POST->socket p50 / accept p50 @${senders}`,
      1,
      computeSpread(rounds.map((r) => (r.product["socketP50"] ?? 0) / (r.product["p50"] ?? 1))).med,
    ),
  );
  const ratios: readonly (readonly [string, AcceptAnchor])[] = [
    ["perSecond", "floor"],
    ["perSecond", "limit"],
    ["perSecond", "naive"],
    ["serverMicros", "floor"],
    ["databaseMicros", "floor"],
    ["p50", "limit"],
    ["serverMicros", "echo"],
    ["databaseMicros", "naive"],
  ];
  return {
    name: `accept @${senders}`,
    params: { senders, roundMs, warmUpMs },
    rounds,
    goals,
    invalid: senders === 1 ? undefined : findSlowMachine(rounds),
    ratios: Object.fromEntries(
      ratios
        .filter(([, anchor]) => has(anchor))
        .map(([figure, anchor]) => [`${figure}/${anchor}`, computeRatios(rounds, figure, anchor)]),
    ),
  };
}
function createSingleMessageGoals(rounds: readonly Round[]): Goal[] {
  const floor = computeSpread(
    rounds.map(
      (r) =>
        (r.product["p50"] ?? 0) /
        ((r.anchors["single commit"]?.["p50"] ?? 0) + (r.anchors["limit"]?.["p50"] ?? 0)),
    ),
  );
  const slowest = computeSpread(
    rounds.map((r) => (r.product["p99"] ?? 0) / (r.anchors["single commit"]?.["p50"] ?? 0)),
  );
  return [
    upperGoal("PERF-4", "accept p50 @1 / (single commit + limit)", 2, floor.med),
    upperGoal("PERF-21", "accept p99 @1 / single commit p50", 5, slowest.med),
  ];
}

/**
 * Measures the p50 of one prepared insert with its own commit, the minimum for every acknowledged
 * message.
 */
async function measureSingleCommit(
  deps: Pick<AcceptLoad, "serverUrl" | "roundMs">,
): Promise<Record<string, number>> {
  const database = await createTestDatabase(deps.serverUrl);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "create table single (id bigint generated always as identity primary key, body text not null)",
  );
  const latencies: number[] = [];
  const warm = performance.now() + 300;
  const end = warm + Math.min(deps.roundMs, 1_500);
  while (performance.now() < end) {
    const startedAt = performance.now();
    await client.query({
      name: "single",
      text: "insert into single (body) values ($1)",
      values: [createBody(1, 1)],
    });
    if (startedAt > warm) latencies.push(performance.now() - startedAt);
  }
  await client.end();
  await database.drop();
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / (Math.min(deps.roundMs, 1_500) / 1000),
    p50: getQuantile(latencies, 0.5),
    p99: getQuantile(latencies, 0.99),
  };
}
