import pg from "pg";
import WebSocket from "ws";
import { freshDatabase } from "@parlour/testkit";
import { runLoad, type LoadResult } from "../harness/load.ts";
import { cpuMicros, startNode, type Started } from "../harness/process.ts";
import { startBenchProduct, type BenchProduct } from "../harness/product.ts";
import { atLeast, atMost, quantile, ratios, type ScenarioResult } from "../harness/stats.ts";

/**
 * Channel POST against the same route without a database (`limit`), what one writes first (`naive`) and a bare node:http (`echo`):
 * product and anchors alternate in one run. PERF-1, 2, 4, 5, 6.
 */
export interface AcceptDeps { readonly serverUrl: string; readonly senders: readonly number[]; readonly rounds: number; readonly roundMs: number }

const text = "Is size 42 back in stock? I looked at the shelf yesterday and it was gone, but the page says three pairs are left.";
const bodyOf = (sender: number, n: number): string =>
  `{"sender":{"id":"c${sender}","name":"Customer ${sender}","email":"c${sender}@example.test"},"message":{"type":"text","id":"m${n}","text":"${text} ${sender}-${n}"}}`;

export async function acceptScenario(deps: AcceptDeps): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const senders of deps.senders) results.push(await acceptAt(deps, senders));
  return results;
}

async function acceptAt(deps: AcceptDeps, senders: number): Promise<ScenarioResult> {
  const rounds: ScenarioResult["rounds"][number][] = [];
  for (let i = 0; i < deps.rounds; i++) {
    const product = await measureProduct(deps, senders);
    const limit = await measureAnchor(deps, senders, "bench/anchors/limit.ts", {}, "/channel/b3nchb3nchb3nchb3nchb3nch/BenchBench");
    const naiveDatabase = await freshDatabase(deps.serverUrl);
    const naive = await measureAnchor(deps, senders, "bench/anchors/naive.ts", { DATABASE_URL: naiveDatabase.url }, "/");
    await naiveDatabase.drop();
    const echo = await measureAnchor(deps, senders, "bench/anchors/echo.ts", {}, "/");
    const single = senders === 1 ? { "single commit": await singleCommit(deps) } : {};
    rounds.push({ product, anchors: { limit, naive, echo, ...single } });
  }
  const med = (figure: string, anchor: string, anchorFigure = figure): number => ratios(rounds, figure, anchor, anchorFigure).med;
  const goals = [];
  if (senders === 32) goals.push(atLeast("PERF-1", "accept / limit @32", 0.35, med("perSecond", "limit")), atLeast("PERF-2", "accept / naive @32", 5, med("perSecond", "naive")));
  if (senders === 256) {
    goals.push(
      atLeast("PERF-1", "accept / limit @256", 0.45, med("perSecond", "limit")), atLeast("PERF-2", "accept / naive @256", 6, med("perSecond", "naive")),
      atMost("PERF-5", "PostgreSQL CPU / naive @256", 0.08, med("databaseMicros", "naive")),
    );
  }
  if (senders > 1) goals.push(atMost("PERF-5", `server CPU / echo @${senders}`, 2.5, med("serverMicros", "echo")));
  if (senders === 1) {
    const paired = rounds.map((r) => (r.product["p50"] ?? 0) / ((r.anchors["single commit"]?.["p50"] ?? 0) + (r.anchors["limit"]?.["p50"] ?? 0))).toSorted((a, b) => a - b);
    goals.push(atMost("PERF-4", "accept p50 @1 / (single commit + limit)", 2, quantile(paired, 0.5)));
  }
  const six = rounds.map((r) => (r.product["socketP50"] ?? 0) / (r.product["p50"] ?? 1)).toSorted((a, b) => a - b);
  goals.push(atMost("PERF-6", `POST->socket p50 / accept p50 @${senders}`, 1, quantile(six, 0.5)));
  return {
    name: `accept @${senders}`, params: { senders, roundMs: deps.roundMs }, rounds, goals,
    ratios: {
      "perSecond/limit": ratios(rounds, "perSecond", "limit"), "perSecond/naive": ratios(rounds, "perSecond", "naive"),
      "serverMicros/echo": ratios(rounds, "serverMicros", "echo"), "databaseMicros/naive": ratios(rounds, "databaseMicros", "naive"),
    },
  };
}

async function measureProduct(deps: AcceptDeps, senders: number): Promise<Record<string, number>> {
  const product = await startBenchProduct({ serverUrl: deps.serverUrl });
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    const socket = await openSocket(product);
    const sent = new Map<string, number>();
    const delays: number[] = [];
    const stop = socket.watch((id, at) => {
      const began = sent.get(id);
      if (began !== undefined) delays.push(at - began);
      sent.delete(id);
    });
    await runLoad({ port: product.port, path: product.channelPath(), senders, durationMs: 800, body: bodyOf });
    const postmaster = await postmasterOf(database);
    const before = await usage(product, postmaster, database);
    const result = await runLoad({
      port: product.port, path: product.channelPath(), senders, durationMs: deps.roundMs, body: (s, n) => bodyOf(s, n + 1_000_000),
      sent: (s, n, at) => void sent.set(`${s}-${n + 1_000_000}`, at),
    });
    const after = await usage(product, postmaster, database);
    stop();
    socket.close();
    delays.sort((a, b) => a - b);
    return {
      ...figures(result), socketP50: quantile(delays, 0.5), socketP99: quantile(delays, 0.99), socketFrames: delays.length,
      serverMicros: (after.server - before.server) / result.count, databaseMicros: (after.database - before.database) / result.count,
      clientMicros: (after.client - before.client) / result.count, walBytes: (after.wal - before.wal) / result.count,
      diskBytes: (after.disk - before.disk) / result.count,
      medianBatch: result.count / Math.max(after.batches - before.batches, 1),
    };
  } finally {
    await database.end();
    await product.end();
  }
}

async function measureAnchor(deps: AcceptDeps, senders: number, script: string, env: Record<string, string>, path: string): Promise<Record<string, number>> {
  const anchor: Started = await startNode(script, { env, ready: /^ready / });
  const port = Number(/:?(\d+)\s*$/.exec(anchor.ready)?.[1]);
  const database = env["DATABASE_URL"] === undefined ? null : new pg.Client({ connectionString: env["DATABASE_URL"] });
  await database?.connect();
  const postmaster = database ? await postmasterOf(database) : 0;
  await runLoad({ port, path, senders, durationMs: 800, body: bodyOf });
  const cpu = cpuMicros(anchor.pid);
  const backends = postmaster > 0 ? cpuMicros(postmaster, true) : 0;
  const result = await runLoad({ port, path, senders, durationMs: deps.roundMs, body: (s, n) => bodyOf(s, n + 1_000_000) });
  const measured = {
    ...figures(result), serverMicros: (cpuMicros(anchor.pid) - cpu) / result.count,
    databaseMicros: postmaster > 0 ? (cpuMicros(postmaster, true) - backends) / result.count : 0,
  };
  await database?.end();
  await anchor.stop("SIGKILL");
  return measured;
}

/** p50 of one prepared insert with its own commit, the floor under every acknowledged message. */
async function singleCommit(deps: AcceptDeps): Promise<Record<string, number>> {
  const database = await freshDatabase(deps.serverUrl);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("create table single (id bigint generated always as identity primary key, body text not null)");
  const latencies: number[] = [];
  const end = performance.now() + Math.min(deps.roundMs, 1_500);
  while (performance.now() < end) {
    const began = performance.now();
    await client.query({ name: "single", text: "insert into single (body) values ($1)", values: [bodyOf(1, 1)] });
    latencies.push(performance.now() - began);
  }
  await client.end();
  await database.drop();
  latencies.sort((a, b) => a - b);
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

function figures(result: LoadResult): Record<string, number> {
  return { perSecond: result.perSecond, p50: result.p50, p99: result.p99, refused: result.refused };
}

interface Usage { readonly server: number; readonly database: number; readonly client: number; readonly wal: number; readonly disk: number; readonly batches: number }
async function usage(product: BenchProduct, postmaster: number, database: pg.Client): Promise<Usage> {
  const { rows } = await database.query<{ wal: string; disk: string; batches: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, pg_database_size(current_database()) as disk, (select coalesce(max(last_batch), 0) from node) as batches");
  const own = process.cpuUsage();
  return {
    server: cpuMicros(product.pid), database: cpuMicros(postmaster, true), client: own.user + own.system,
    wal: Number(rows[0]?.wal), disk: Number(rows[0]?.disk), batches: Number(rows[0]?.batches),
  };
}
async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const { readFileSync } = await import("node:fs");
  const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

interface BenchSocket { watch(arrived: (id: string, at: number) => void): () => void; close(): void }
/** One operator socket that sees every message; the id of a message is the end of its text. */
async function openSocket(product: BenchProduct): Promise<BenchSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${product.port}/api/v1/socket`, { headers: { authorization: `Bearer ${product.key}` }, perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const ready = new Promise<void>((resolve) => socket.once("message", () => resolve()));
  socket.send('{"type":"hello","after":null}');
  await ready;
  return {
    watch(arrived) {
      const onMessage = (data: Buffer): void => {
        const at = performance.now();
        const frame = data.toString("latin1");
        const end = frame.lastIndexOf('left. ');
        if (end < 0) return;
        arrived(frame.slice(end + 6, frame.indexOf('"', end)), at);
      };
      socket.on("message", onMessage);
      return () => void socket.off("message", onMessage);
    },
    close: () => socket.terminate(),
  };
}
