import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
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
  type Goal,
  type ScenarioResult,
} from "../harness/stats.ts";

/**
 * Compares the channel POST with the same route without a database (`limit`), a simple
 * implementation (`naive`), a bare node:http (`echo`) and Socket.IO. Server and baselines alternate
 * in one run, each in a new process on a new database, all warmed up equally. PERF-1 to 6.
 */
export interface AcceptDeps extends Omit<AcceptLoad, "senders" | "rate"> {
  readonly senders: readonly number[];
  readonly rounds: number;
  /**
   * Which comparisons to run: `accept` without Socket.IO, only `peers`, or both on the same rounds
   * of the server.
   */
  readonly comparison: "accept" | "peers" | "both";
}

export async function acceptScenario(deps: AcceptDeps): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const senders of deps.senders) results.push(...(await runWithSenders(deps, senders)));
  return results;
}

type Round = ScenarioResult["rounds"][number];
async function runWithSenders(deps: AcceptDeps, senders: number): Promise<ScenarioResult[]> {
  const rounds: Round[] = [];
  const withPeers = deps.comparison !== "accept" && senders <= 32;
  const withAnchors = deps.comparison !== "peers";
  if (!withPeers && !withAnchors) return [];
  const load: AcceptLoad = { ...deps, senders };
  for (let i = 0; i < deps.rounds; i++) {
    const product = await measureProduct(load);
    const anchors: Record<string, Record<string, number>> = {};
    if (withAnchors) {
      anchors["limit"] = await measureAnchor(load, {
        script: "limit",
        path: "/channel/b3nchb3nchb3nchb3nchb3nch0/BenchBench0",
      });
      anchors["naive"] = await measureAnchor(load, {
        script: "naive",
        path: "/",
        database: true,
      });
      anchors["echo"] = await measureAnchor(load, { script: "echo", path: "/" });
      if (senders === 1) anchors["single commit"] = await measureSingleCommit(deps);
    }
    if (withPeers)
      for (const store of ["insert", "transaction"])
        anchors[`socket.io ${store}`] = await measureAnchor(load, {
          script: "socket-io-store",
          database: true,
          store,
        });
    rounds.push({ product, anchors });
  }
  const selectAnchors = (names: readonly string[]): Round[] =>
    rounds.map((r) => ({
      product: r.product,
      anchors: Object.fromEntries(
        names.flatMap((name) => (r.anchors[name] ? [[name, r.anchors[name]]] : [])),
      ),
    }));
  const params = { senders, roundMs: deps.roundMs, warmUpMs: deps.warmUpMs };
  return [
    ...(withAnchors
      ? [
          toAcceptResult(
            selectAnchors(["limit", "naive", "echo", "single commit"]),
            senders,
            params,
          ),
        ]
      : []),
    ...(withPeers
      ? [
          toPeersResult(
            selectAnchors(["socket.io insert", "socket.io transaction"]),
            senders,
            params,
          ),
        ]
      : []),
  ];
}

function toAcceptResult(
  rounds: Round[],
  senders: number,
  params: Record<string, unknown>,
): ScenarioResult {
  const med = (figure: string, anchor: string): number => computeRatios(rounds, figure, anchor).med;
  const goals: Goal[] = [];
  if (senders === 32)
    goals.push(
      goalAtLeast("PERF-1", "accept / limit @32", 0.35, med("perSecond", "limit")),
      goalAtLeast("PERF-2", "accept / naive @32", 5, med("perSecond", "naive")),
    );
  if (senders === 256) {
    goals.push(
      goalAtLeast("PERF-1", "accept / limit @256", 0.45, med("perSecond", "limit")),
      goalAtLeast("PERF-2", "accept / naive @256", 6, med("perSecond", "naive")),
      upperGoal("PERF-5", "PostgreSQL CPU / naive @256", 0.08, med("databaseMicros", "naive")),
    );
  }
  if (senders > 1)
    goals.push(
      upperGoal("PERF-5", `server CPU / echo @${senders}`, 2.5, med("serverMicros", "echo")),
    );
  if (senders === 1) {
    const floor = computeSpread(
      rounds.map(
        (r) =>
          (r.product["p50"] ?? 0) /
          ((r.anchors["single commit"]?.["p50"] ?? 0) + (r.anchors["limit"]?.["p50"] ?? 0)),
      ),
    );
    goals.push(
      upperGoal("PERF-4", "accept p50 @1 / (single commit + limit)", 2, floor.med),
      upperGoal(
        "PERF-21",
        "accept p99 @1 / single commit p50",
        5,
        computeSpread(
          rounds.map((r) => (r.product["p99"] ?? 0) / (r.anchors["single commit"]?.["p50"] ?? 0)),
        ).med,
      ),
    );
  }
  goals.push(
    upperGoal(
      "PERF-6",
      `POST->socket p50 / accept p50 @${senders}`,
      1,
      computeSpread(rounds.map((r) => (r.product["socketP50"] ?? 0) / (r.product["p50"] ?? 1))).med,
    ),
  );
  return {
    name: `accept @${senders}`,
    params,
    rounds,
    goals,
    invalid: senders === 1 ? undefined : findSlowMachine(rounds),
    ratios: {
      "perSecond/limit": computeRatios(rounds, "perSecond", "limit"),
      "perSecond/naive": computeRatios(rounds, "perSecond", "naive"),
      "p50/limit": computeRatios(rounds, "p50", "limit"),
      "serverMicros/echo": computeRatios(rounds, "serverMicros", "echo"),
      "databaseMicros/naive": computeRatios(rounds, "databaseMicros", "naive"),
    },
  };
}
/**
 * CPU time of one `echo` above which the machine is too slow for ratios, µs: then anchors lose more
 * than the product.
 */
const maxEchoMicros = 25;
function findSlowMachine(rounds: readonly Round[]): string | undefined {
  const { med } = computeSpread(rounds.map((r) => r.anchors["echo"]?.["serverMicros"] ?? 0));
  if (med <= maxEchoMicros) return undefined;
  return `one echo took ${med.toFixed(0)} µs of CPU, at most ${maxEchoMicros} on a usual machine`;
}
function toPeersResult(
  rounds: Round[],
  senders: number,
  params: Record<string, unknown>,
): ScenarioResult {
  const insert = computeRatios(rounds, "perSecond", "socket.io insert");
  const transaction = computeRatios(rounds, "perSecond", "socket.io transaction");
  return {
    name: `peers @${senders}`,
    params,
    rounds,
    ratios: {
      "perSecond/socket.io insert": insert,
      "perSecond/socket.io transaction": transaction,
    },
    goals:
      senders === 1
        ? [goalAtLeast("PERF-3", "accept / Socket.IO + INSERT @1", 0.95, insert.med)]
        : [
            goalAtLeast("PERF-3", `accept / Socket.IO + INSERT @${senders}`, 2, insert.med),
            goalAtLeast(
              "PERF-3",
              `accept / Socket.IO + transaction @${senders}`,
              3.5,
              transaction.med,
            ),
          ],
    notes: [
      `skipped: Prosody MAM (${isInPath("prosody") ? "found, but nothing here speaks to it yet" : "no prosody in PATH"}), Live Helper Chat (no installation is looked for)`,
    ],
  };
}

function isInPath(name: string): boolean {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => existsSync(join(folder, name)));
}

/**
 * Measures the p50 of one prepared insert with its own commit, the minimum for every acknowledged
 * message.
 */
async function measureSingleCommit(deps: AcceptDeps): Promise<Record<string, number>> {
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
