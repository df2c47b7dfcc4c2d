import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { getCpuMicros, getParentPid, getRssBytes } from "../harness/process.ts";
import { startBenchServer } from "../harness/bench-server.ts";
import { upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * Measures the cost of an idle server: share of a core including its database, and transactions per
 * second (PERF-16).
 */
export async function idleScenario(deps: {
  serverUrl: string;
  seconds: number;
}): Promise<ScenarioResult> {
  const product = await startBenchServer({ serverUrl: deps.serverUrl });
  const maintenance = new pg.Client({ connectionString: deps.serverUrl });
  try {
    await maintenance.connect();
    const { rows } = await maintenance.query<{ pid: number }>("select pg_backend_pid() as pid");
    const postmaster = getParentPid(rows[0]?.pid ?? 0);
    const name = new URL(product.databaseUrl).pathname.slice(1);
    // Backends report their counters up to 10 s late. After that the start is no longer in the
    // figures.
    await pause(11_000);
    const takeSample = async () => ({
      at: performance.now(),
      node: getCpuMicros(product.pid),
      database: getCpuMicros(postmaster, true),
      transactions: await countTransactions(maintenance, name),
    });
    const before = await takeSample();
    await pause(deps.seconds * 1000);
    const after = await takeSample();
    const seconds = (after.at - before.at) / 1000;
    const share = (figure: "node" | "database"): number =>
      ((after[figure] - before[figure]) * 100) / 1e6 / seconds;
    const figures = {
      nodePercent: share("node"),
      databasePercent: share("database"),
      queriesPerSecond: (after.transactions - before.transactions) / seconds,
      nodeRssMiB: getRssBytes(product.pid) / 2 ** 20,
    };
    return {
      name: "idle",
      params: { seconds: deps.seconds },
      rounds: [{ product: figures, anchors: {} }],
      ratios: {},
      goals: [
        upperGoal(
          "PERF-16",
          "idle share of a core, percent (server and database)",
          1,
          figures.nodePercent + figures.databasePercent,
        ),
        upperGoal("PERF-16", "idle transactions per second", 1, figures.queriesPerSecond),
      ],
    };
  } finally {
    await maintenance.end();
    await product.end();
  }
}

async function countTransactions(client: pg.Client, name: string): Promise<number> {
  await client.query("select pg_stat_clear_snapshot()");
  const { rows } = await client.query<{ n: string }>(
    "select xact_commit + xact_rollback as n from pg_stat_database where datname = $1",
    [name],
  );
  return Number(rows[0]?.n);
}
