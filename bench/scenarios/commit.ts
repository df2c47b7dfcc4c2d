import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { getQuantile, roundFigure, computeSpread, type ScenarioResult } from "../harness/stats.ts";

/**
 * Measures the disk: one row per commit on 1 and 8 connections, unnest batches, and a raw 8 KiB
 * fdatasync. Without the server.
 */
export async function commitScenario(deps: {
  databaseUrl: string;
  folder: string;
  roundMs: number;
  rounds: number;
}): Promise<ScenarioResult> {
  const setup = new pg.Client({ connectionString: deps.databaseUrl });
  await setup.connect();
  await setup.query(
    "drop table if exists bench_commit; create table bench_commit (id bigint generated always as identity primary key, body text not null)",
  );
  const rounds: ScenarioResult["rounds"][number][] = [];
  for (let i = 0; i < deps.rounds; i++) {
    const anchors: Record<string, Record<string, number>> = {};
    anchors["one row, 1 connection"] = await measureInserts(deps.databaseUrl, 1, 1, deps.roundMs);
    anchors["one row, 8 connections"] = await measureInserts(deps.databaseUrl, 8, 1, deps.roundMs);
    for (const size of [16, 64, 256])
      anchors[`unnest ${size}`] = await measureInserts(deps.databaseUrl, 1, size, deps.roundMs);
    anchors["raw fdatasync 8 KiB"] = measureSyncs(deps.folder, deps.roundMs);
    rounds.push({ product: {}, anchors });
    await setup.query("truncate bench_commit");
  }
  await setup.query("drop table bench_commit");
  await setup.end();
  const notes = Object.keys(rounds[0]?.anchors ?? {}).map((name) => {
    const figure = (key: string): string =>
      String(
        roundFigure(computeSpread(rounds.map((r) => r.anchors[name]?.[key] ?? Number.NaN)).med),
      );
    return `${name}: ${figure("perSecond")} rows/s, p50 ${figure("p50")} ms, p99 ${figure("p99")} ms`;
  });
  return {
    name: "commit",
    params: { roundMs: deps.roundMs },
    rounds,
    ratios: {},
    goals: [],
    notes,
  };
}

async function measureInserts(
  url: string,
  connections: number,
  size: number,
  ms: number,
): Promise<Record<string, number>> {
  const body = "x".repeat(250);
  const latencies: number[] = [];
  const end = performance.now() + ms;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const values = Array.from({ length: size }, () => body);
      while (performance.now() < end) {
        const startedAt = performance.now();
        await client.query({
          name: "bench",
          text: "insert into bench_commit (body) select * from unnest($1::text[])",
          values: [values],
        });
        latencies.push(performance.now() - startedAt);
      }
      await client.end();
    }),
  );
  return toFigures(latencies, (latencies.length * size * 1000) / ms);
}

function measureSyncs(folder: string, ms: number): Record<string, number> {
  const path = join(folder, "bench-fdatasync");
  const file = openSync(path, "w");
  const block = Buffer.alloc(8192, 1);
  const latencies: number[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const startedAt = performance.now();
    writeSync(file, block, 0, block.length, 0);
    fdatasyncSync(file);
    latencies.push(performance.now() - startedAt);
  }
  closeSync(file);
  rmSync(path);
  return toFigures(latencies, (latencies.length * 1000) / ms);
}

function toFigures(latencies: number[], perSecond: number): Record<string, number> {
  latencies.sort((a, b) => a - b);
  return { perSecond, p50: getQuantile(latencies, 0.5), p99: getQuantile(latencies, 0.99) };
}
