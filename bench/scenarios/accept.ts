import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import pg from "pg";
import { createTestDatabase } from "@parlour/testkit";
import { assertAllAccepted, runLoad, type LoadResult } from "../harness/load.ts";
import { findDatabaseProcess } from "../harness/database-process.ts";
import { getCpuMicros, startNode } from "../harness/process.ts";
import { startBenchServer, type BenchServer } from "../harness/bench-server.ts";
import { openRawSocket } from "../harness/raw-socket.ts";
import { runSocketIoLoad } from "../harness/socket-io-load.ts";
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
export interface AcceptDeps {
  readonly serverUrl: string;
  readonly senders: readonly number[];
  readonly rounds: number;
  readonly roundMs: number;
  /**
   * Long enough for the JIT compilers of all candidates: code that runs once per batch is compiled
   * late.
   */
  readonly warmUpMs: number;
  /**
   * Which comparisons to run: `accept` without Socket.IO, only `peers`, or both on the same rounds
   * of the server.
   */
  readonly comparison: "accept" | "peers" | "both";
  readonly profile?: string | undefined;
}

const text =
  "Is size 42 back in stock? I looked at the shelf yesterday and it was gone, but the page says three pairs are left.";
const createBody = (sender: number, n: number): string =>
  `{"sender":{"id":"c${sender}","name":"Customer ${sender}","email":"c${sender}@example.test"},"message":{"type":"text","id":"m${n}","text":"${text} ${sender}-${n}"}}`;
/**
 * Offset of message numbers in the measured time, so that messages of the warm-up are not counted.
 */
const measuredOffset = 1_000_000;

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
  for (let i = 0; i < deps.rounds; i++) {
    const product = await measureProduct(deps, senders);
    const anchors: Record<string, Record<string, number>> = {};
    if (withAnchors) {
      anchors["limit"] = await measureAnchor(deps, {
        script: "limit",
        path: "/channel/b3nchb3nchb3nchb3nchb3nch0/BenchBench0",
        senders,
      });
      anchors["naive"] = await measureAnchor(deps, {
        script: "naive",
        path: "/",
        senders,
        database: true,
      });
      anchors["echo"] = await measureAnchor(deps, { script: "echo", path: "/", senders });
      if (senders === 1) anchors["single commit"] = await measureSingleCommit(deps);
    }
    if (withPeers)
      for (const store of ["insert", "transaction"])
        anchors[`socket.io ${store}`] = await measureAnchor(deps, {
          script: "socket-io-store",
          senders,
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
    goals.push(upperGoal("PERF-4", "accept p50 @1 / (single commit + limit)", 2, floor.med));
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
    ratios: {
      "perSecond/limit": computeRatios(rounds, "perSecond", "limit"),
      "perSecond/naive": computeRatios(rounds, "perSecond", "naive"),
      "p50/limit": computeRatios(rounds, "p50", "limit"),
      "serverMicros/echo": computeRatios(rounds, "serverMicros", "echo"),
      "databaseMicros/naive": computeRatios(rounds, "databaseMicros", "naive"),
    },
  };
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

async function measureProduct(deps: AcceptDeps, senders: number): Promise<Record<string, number>> {
  const product = await startBenchServer({ serverUrl: deps.serverUrl, profile: deps.profile });
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    const sent = new Map<string, number>();
    const delays: number[] = [];
    const socket = await openOperatorSocket(product, (id, at) => {
      const startedAt = sent.get(id);
      if (startedAt !== undefined) delays.push(at - startedAt);
      sent.delete(id);
    });
    const load = { port: product.port, path: product.channelPath(), senders };
    assertAllAccepted(
      await runLoad({ ...load, durationMs: deps.warmUpMs, body: createBody }),
      "warm-up of the product",
    );
    const postmaster = await findDatabaseProcess(database);
    const before = await readUsage(product, postmaster, database);
    const result = assertAllAccepted(
      await runLoad({
        ...load,
        durationMs: deps.roundMs,
        body: (s, n) => createBody(s, n + measuredOffset),
        onSent: (s, n, at) => void sent.set(`${s}-${n + measuredOffset}`, at),
      }),
      "product",
    );
    const after = await readUsage(product, postmaster, database);
    // Messages still on their way to the socket count too.
    const end = performance.now() + 2_000;
    while (sent.size > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 5));
    socket.close();
    if (sent.size > 0)
      throw new Error(`${sent.size} accepted messages never reached the operator socket`);
    delays.sort((a, b) => a - b);
    return {
      ...toFigures(result),
      socketP50: getQuantile(delays, 0.5),
      socketP99: getQuantile(delays, 0.99),
      serverMicros: (after.server - before.server) / result.sent,
      databaseMicros: (after.database - before.database) / result.sent,
      gatewayMicros: (after.gateway - before.gateway) / result.sent,
      writesPerMessage: (after.writes - before.writes) / result.sent,
      clientMicros: (after.client - before.client) / result.sent,
      walBytes: (after.wal - before.wal) / result.sent,
      diskBytes: (after.disk - before.disk) / result.sent,
      medianBatch: await readMedianBatch(database, before.position),
    };
  } finally {
    await database.end();
    await product.end();
  }
}

interface AnchorOptions {
  readonly script: string;
  readonly senders: number;
  readonly path?: string;
  readonly database?: boolean;
  readonly store?: string;
}
async function measureAnchor(
  deps: AcceptDeps,
  anchor: AnchorOptions,
): Promise<Record<string, number>> {
  const testDatabase = anchor.database === true ? await createTestDatabase(deps.serverUrl) : null;
  const server = await startNode(`bench/anchors/${anchor.script}.ts`, {
    env: testDatabase ? { DATABASE_URL: testDatabase.url, STORE: anchor.store ?? "" } : {},
    ready: /^ready /,
  });
  const database = testDatabase ? new pg.Client({ connectionString: testDatabase.url }) : null;
  try {
    await database?.connect();
    const postmaster = database ? await findDatabaseProcess(database) : 0;
    const port = Number(/:?(\d+)\s*$/.exec(server.ready)?.[1]);
    const { senders, path } = anchor;
    const load = (durationMs: number, from: number): Promise<LoadResult> => {
      const options = {
        port,
        senders,
        durationMs,
        body: (s: number, n: number) => createBody(s, n + from),
      };
      return path === undefined ? runSocketIoLoad(options) : runLoad({ ...options, path });
    };
    assertAllAccepted(await load(deps.warmUpMs, 0), `warm-up of ${anchor.script}`);
    const takeUsage = () => ({
      server: getCpuMicros(server.pid),
      database: postmaster > 0 ? getCpuMicros(postmaster, true) : 0,
      client: readOwnCpuMicros(),
    });
    const before = takeUsage();
    const result = assertAllAccepted(await load(deps.roundMs, measuredOffset), anchor.script);
    const after = takeUsage();
    return {
      ...toFigures(result),
      serverMicros: (after.server - before.server) / result.sent,
      databaseMicros: (after.database - before.database) / result.sent,
      clientMicros: (after.client - before.client) / result.sent,
    };
  } finally {
    await database?.end();
    await server.stop("SIGKILL");
    await testDatabase?.drop();
  }
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

function toFigures(result: LoadResult): Record<string, number> {
  return { perSecond: result.perSecond, p50: result.p50, p99: result.p99 };
}
function readOwnCpuMicros(): number {
  const cpuUsage = process.cpuUsage();
  return cpuUsage.user + cpuUsage.system;
}

/**
 * `gateway`: the backend that commits messages. `database` includes it and all other backends.
 * `writes`: transactions that wrote.
 */
interface Usage {
  readonly server: number;
  readonly database: number;
  readonly gateway: number;
  readonly writes: number;
  readonly client: number;
  readonly wal: number;
  readonly disk: number;
  readonly position: number;
}
async function readUsage(
  product: BenchServer,
  postmaster: number,
  database: pg.Client,
): Promise<Usage> {
  const { rows } = await database.query<{
    wal: string;
    disk: string;
    position: string;
    gateway: number;
    writes: string;
  }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, pg_database_size(current_database()) as disk, (select coalesce(max(position), 0) from journal) as position,
       (select pid from pg_stat_activity where datname = current_database() and application_name = 'parlour gateway') as gateway,
       pg_snapshot_xmax(pg_current_snapshot())::text as writes`,
  );
  return {
    server: getCpuMicros(product.pid),
    database: getCpuMicros(postmaster, true),
    gateway: getCpuMicros(rows[0]?.gateway ?? 0),
    writes: Number(rows[0]?.writes),
    client: readOwnCpuMicros(),
    wal: Number(rows[0]?.wal),
    disk: Number(rows[0]?.disk),
    position: Number(rows[0]?.position),
  };
}
/** Rows of a batch have the same transaction id. */
async function readMedianBatch(database: pg.Client, after: number): Promise<number> {
  const { rows } = await database.query<{ median: number }>(
    "select percentile_disc(0.5) within group (order by n) as median from (select count(*)::int as n from journal where position > $1 group by xmin) b",
    [after],
  );
  return rows[0]?.median ?? Number.NaN;
}

/**
 * Opens one operator socket that receives every message. The id of a message is at the end of its
 * text.
 */
async function openOperatorSocket(
  product: BenchServer,
  onMessage: (id: string, at: number) => void,
): Promise<{ close(): void }> {
  let resolveReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  const socket = await openRawSocket({
    port: product.port,
    path: "/api/v1/socket",
    headers: { authorization: `Bearer ${product.key}` },
    onText(bytes, start, end) {
      const at = performance.now();
      resolveReady();
      const last = bytes.lastIndexOf("left. ", end - 1, "latin1");
      if (last < start) return;
      onMessage(bytes.toString("latin1", last + 6, bytes.indexOf(0x22, last)), at);
    },
  });
  socket.send('{"type":"hello","after":null}');
  await ready;
  return socket;
}
