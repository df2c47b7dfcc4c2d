import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createBody } from "../harness/accept-load.ts";
import { startBenchServer } from "../harness/bench-server.ts";
import { findDatabaseProcess } from "../harness/database-process.ts";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import { getCpuMicros } from "../harness/process.ts";
import {
  searchBlockSize,
  searchIndexReader,
} from "../../packages/server/src/store/chats/search/index-blocks.ts";
import { upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * Measures how far the search index of messages is behind after a load of 2,000 messages/s: the
 * seconds from the end of the load until the last message is in it (PERF-22).
 */
export interface SearchLagDeps {
  readonly serverUrl: string;
  readonly seconds: number;
  readonly profile: string | undefined;
}
const rate = 2_000;
const senders = 64;
const warmUpMs = 2_000;
/** The scenario fails if the index is still behind after this time. */
const maxLagMs = 300_000;

export async function searchLagScenario(deps: SearchLagDeps): Promise<ScenarioResult> {
  const product = await startBenchServer({ serverUrl: deps.serverUrl, profile: deps.profile });
  const database = new pg.Client({ connectionString: product.databaseUrl });
  try {
    await database.connect();
    const postmaster = await findDatabaseProcess(database);
    const load = async (durationMs: number, from: number) =>
      assertAllAccepted(
        await runLoad({
          port: product.port,
          path: product.channelPath(),
          senders,
          rate,
          durationMs,
          body: (sender, n) => createBody(sender, from + n),
        }),
        "search-lag",
      );
    await load(warmUpMs, 0);
    const before = [getCpuMicros(product.pid), getCpuMicros(postmaster, true)] as const;
    const result = await load(deps.seconds * 1_000, 1_000_000);
    const endedAt = performance.now();
    const last = await readLastBlockEnd(database);
    let indexed = await readIndexEnd(database);
    const backlog = last - indexed;
    while (indexed < last) {
      if (performance.now() - endedAt > maxLagMs)
        throw new Error(`${last - indexed} messages are still missing in the index`);
      await pause(100);
      indexed = await readIndexEnd(database);
    }
    const lagSeconds = (performance.now() - endedAt) / 1_000;
    const figures = {
      perSecond: result.perSecond,
      p50: result.p50,
      p99: result.p99,
      backlog,
      lagSeconds,
      serverMicros: (getCpuMicros(product.pid) - before[0]) / result.sent,
      databaseMicros: (getCpuMicros(postmaster, true) - before[1]) / result.sent,
    };
    return {
      name: "search-lag",
      params: { rate, senders, seconds: deps.seconds },
      rounds: [{ product: figures, anchors: {} }],
      ratios: {},
      goals: [upperGoal("PERF-22", "seconds behind after the load", 5, lagSeconds)],
      notes: ["CPU per message includes the time in which the index catches up"],
    };
  } finally {
    await database.end();
    await product.end();
  }
}

/**
 * Returns the last position of the last block of the only account that is complete. A search reads
 * the messages after it.
 */
async function readLastBlockEnd(database: pg.Client): Promise<number> {
  const head = await readPosition(
    database,
    "select max(position) as position from journal where author_kind <> 'system'",
  );
  return Math.floor((head + 1) / searchBlockSize) * searchBlockSize - 1;
}
const readIndexEnd = (database: pg.Client): Promise<number> =>
  readPosition(
    database,
    `select max(position) as position from cursor where reader = '${searchIndexReader}'`,
  );
async function readPosition(database: pg.Client, query: string): Promise<number> {
  const { rows } = await database.query<{ position: string | null }>(query);
  return Number(rows[0]?.position ?? 0);
}
