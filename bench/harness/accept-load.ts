import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { createTestDatabase } from "@parlour/testkit";
import { connectClient, findDatabaseProcess } from "./database-process.ts";
import { runCompiledLoad } from "./compiled-load.ts";
import { assertAllAccepted, runLoad, type LoadFigures, type LoadOptions } from "./load.ts";
import { getCpuMicros, startNode } from "./process.ts";
import { createBenchEnvironment, startBenchServer, waitForConsumers } from "./bench-server.ts";
import { addRules, addViews } from "./work-seed.ts";
import { openRawSocket, type RawSocket } from "./raw-socket.ts";
import { seedAccounts } from "./seed.ts";
import { runSocketIoLoad } from "./socket-io-load.ts";
import { getQuantile } from "./stats.ts";

/**
 * What surrounds a message. `bare`: one account, nothing else. `accounts`: 100 accounts. `keys`: an
 * Idempotency-Key on each request. `bot`: each message is owed to a bot. `nodes`: 100 accounts,
 * half of which send to a second node, as the balancer distributes them. All operators' sockets are
 * at the first node. `other rules`: 50 rules for messages of visitors, whose conditions never hold.
 * `rules`: 50 whose conditions always hold. `views`: 20 saved views.
 */
export type MessageShape =
  | "bare"
  | "accounts"
  | "keys"
  | "bot"
  | "nodes"
  | "other rules"
  | "rules"
  | "views";

/** One measured load of the channel POST, on the product or an anchor. */
export interface AcceptLoad {
  readonly serverUrl: string;
  readonly senders: number;
  readonly roundMs: number;
  /**
   * Long enough for the JIT compilers of all candidates: code that runs once per batch is compiled
   * late.
   */
  readonly warmUpMs: number;
  /** Open loop: total messages per second. Absent: closed loop. */
  readonly rate?: number | undefined;
  /** The rate of the warm-up, if it differs: code that runs ten times a second stays cold. */
  readonly warmUpRate?: number | undefined;
  /** Only for the product. Absent: `bare`. */
  readonly shape?: MessageShape | undefined;
  readonly profile?: string | undefined;
  /** Compiled program that sends the messages in a closed loop. Absent: this process sends them. */
  readonly driver?: string | undefined;
}

/** Text of a customer's message. */
export const messageText =
  "Is size 42 back in stock? I looked at the shelf yesterday and it was gone, but the page says three pairs are left.";
/** Returns the body of a customer's message. Its id is at the end of the text. */
export const createBody = (sender: number, n: number): string =>
  `{"sender":{"id":"c${sender}","name":"Customer ${sender}","email":"c${sender}@example.test"},"message":{"type":"text","id":"m${n}","text":"${messageText} ${sender}-${n}"}}`;
/**
 * Offset of message numbers in the measured time, so that messages of the warm-up are not counted.
 */
const measuredOffset = 1_000_000;

/** Measures the product with everything on, on an empty database. */
export async function measureProduct(load: AcceptLoad): Promise<Record<string, number>> {
  const target = await startTarget(load);
  const database = await connectClient(target.databaseUrl);
  try {
    const sent = new Map<string, number>();
    const delays: number[] = [];
    const sockets = await openOperatorSockets(target, (id, at) => {
      const startedAt = sent.get(id);
      if (startedAt !== undefined) delays.push(at - startedAt);
      sent.delete(id);
    });
    const warmUp = { ...target.load, ...toPace(load.warmUpRate ?? load.rate) };
    await sendMessages(load, { ...warmUp, durationMs: load.warmUpMs, firstNumber: 0 }, "warm-up");
    // At a low rate, what the consumers still have to do would count as the cost of few messages.
    if (load.rate !== undefined) await waitForConsumers(target.pids);
    const postmaster = await findDatabaseProcess(database);
    const before = await readUsage(target.pids, postmaster, database);
    const result = await sendMessages(
      load,
      {
        ...target.load,
        ...toPace(load.rate),
        durationMs: load.roundMs,
        firstNumber: measuredOffset,
        onSent: (s, n, at) => void sent.set(`${s}-${n + measuredOffset}`, at),
      },
      "product",
    );
    const after = await readUsage(target.pids, postmaster, database);
    // Messages still on their way to the socket count too.
    const end = performance.now() + 2_000;
    while (sent.size > 0 && performance.now() < end) await pause(5);
    for (const socket of sockets) socket.close();
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
      transactionsPerSecond: ((after.transactions - before.transactions) * 1000) / load.roundMs,
      readsPerSecond:
        ((after.transactions - after.writes - before.transactions + before.writes) * 1000) /
        load.roundMs,
      owedPerMessage: (after.owed - before.owed) / result.sent,
      medianBatch: await readMedianBatch(database, before.position),
    };
  } finally {
    await database.end();
    await target.end();
  }
}

/**
 * Sends messages of all senders with the driver of the load. Without a path it speaks Socket.IO.
 * Rejects if a message is refused.
 */
async function sendMessages(
  { driver, senders }: AcceptLoad,
  {
    path,
    ...options
  }: Omit<LoadOptions, "senders" | "body" | "path"> & {
    readonly path: string | undefined;
    readonly firstNumber: number;
  },
  label: string,
): Promise<LoadFigures> {
  const body = (sender: number, n: number): string => createBody(sender, n + options.firstNumber);
  const load = { ...options, senders, body };
  if (path === undefined) return assertAllAccepted(await runSocketIoLoad(load), label);
  if (driver === undefined) return assertAllAccepted(await runLoad({ ...load, path }), label);
  return await runCompiledLoad(driver, { ...options, path, senders, text: messageText });
}

/** A started server, and how requests of the shape reach it. */
interface Target {
  readonly databaseUrl: string;
  /** Processes of the server. */
  readonly pids: readonly number[];
  readonly load: Pick<LoadOptions, "port" | "portOf" | "path" | "pathOf" | "headersOf">;
  /** Keys of operators, whose sockets receive the messages. */
  readonly keys: readonly string[];
  end(): Promise<void>;
}

async function startTarget({
  serverUrl,
  profile,
  senders,
  shape = "bare",
}: AcceptLoad): Promise<Target> {
  const accountsPerSender = Math.ceil(accountCount / senders);
  const bot = shape === "bot" ? await startSlowBot() : null;
  const environment = await createBenchEnvironment(serverUrl);
  const startServer = () =>
    startBenchServer({ serverUrl, environment, profile, botPort: bot?.port });
  const server = await startServer();
  const second = shape === "nodes" ? await startServer() : null;
  const hasAccounts = shape === "accounts" || shape === "nodes";
  const accounts = hasAccounts ? await seedAccounts(server.databaseUrl, accountCount, 1) : [];
  if (shape === "other rules") await addRules(server, 50, "nobody");
  if (shape === "rules") await addRules(server, 50, "Customer");
  if (shape === "views") await addViews(server, 20);
  return {
    databaseUrl: server.databaseUrl,
    pids: second === null ? [server.pid] : [server.pid, second.pid],
    load: {
      port: server.port,
      ...(second === null
        ? {}
        : // Accounts have the parity of their senders.
          { portOf: (sender) => (sender % 2 === 0 ? server.port : second.port) }),
      path: server.channelPath(),
      ...(hasAccounts
        ? // Each sender writes to as few accounts as all senders together need to reach each one.
          // A chat in every account would make most messages the first of their chat.
          {
            pathOf: (sender, n) =>
              accounts[(sender + senders * (n % accountsPerSender)) % accountCount]?.path ?? "",
          }
        : {}),
      ...(shape === "keys"
        ? { headersOf: () => ({ "Idempotency-Key": `bench-${randomUUID()}` }) }
        : {}),
    },
    keys: hasAccounts ? accounts.flatMap(({ keys }) => keys) : [server.key],
    async end() {
      await second?.end();
      await server.end();
      await environment.remove();
      await bot?.stop();
    },
  };
}

/** Accounts of the shape `accounts`. */
const accountCount = 100;

/**
 * Starts a bot that takes two seconds for each event, so that events are owed for all messages and
 * few are delivered while messages are counted.
 */
async function startSlowBot(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const receiver = await startNode("bench/clients/receiver.ts", {
    ready: /^ready /,
    env: { DELAY_MS: "2000" },
  });
  return {
    port: Number(/(\d+)\s*$/.exec(receiver.ready)?.[1]),
    stop: () => receiver.stop("SIGKILL"),
  };
}

export interface AnchorOptions {
  /** File of `bench/anchors` without its ending. */
  readonly script: string;
  readonly path?: string;
  readonly database?: boolean;
  readonly store?: string;
}
/** Measures an anchor with the same load. Without a path it speaks Socket.IO. */
export async function measureAnchor(
  load: AcceptLoad,
  anchor: AnchorOptions,
): Promise<Record<string, number>> {
  const { rate, warmUpRate = rate } = load;
  const testDatabase = anchor.database === true ? await createTestDatabase(load.serverUrl) : null;
  const server = await startNode(`bench/anchors/${anchor.script}.ts`, {
    env: testDatabase ? { DATABASE_URL: testDatabase.url, STORE: anchor.store ?? "" } : {},
    ready: /^ready /,
  });
  const database = testDatabase ? await connectClient(testDatabase.url) : null;
  try {
    const postmaster = database ? await findDatabaseProcess(database) : 0;
    const port = Number(/:?(\d+)\s*$/.exec(server.ready)?.[1]);
    const send = (
      durationMs: number,
      firstNumber: number,
      pace: number | undefined,
      label: string,
    ): Promise<LoadFigures> => {
      const options = { port, path: anchor.path, durationMs, firstNumber, ...toPace(pace) };
      return sendMessages(load, options, label);
    };
    await send(load.warmUpMs, 0, warmUpRate, `warm-up of ${anchor.script}`);
    const takeUsage = () => ({
      server: getCpuMicros(server.pid),
      database: postmaster > 0 ? getCpuMicros(postmaster, true) : 0,
      client: readOwnCpuMicros(),
    });
    const before = takeUsage();
    const result = await send(load.roundMs, measuredOffset, rate, anchor.script);
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

const toPace = (rate: number | undefined) => (rate === undefined ? {} : { rate });
function toFigures(result: LoadFigures): Record<string, number> {
  return { perSecond: result.perSecond, p50: result.p50, p99: result.p99 };
}
/** Returns the CPU time of this process, which generates the load, in microseconds. */
export function readOwnCpuMicros(): number {
  const cpuUsage = process.cpuUsage();
  return cpuUsage.user + cpuUsage.system;
}

/**
 * `gateway`: the backend that commits messages. `database` includes it and all other backends.
 * `writes`: transactions that wrote. `transactions`: all. `owed`: deliveries.
 */
interface Usage {
  readonly server: number;
  readonly database: number;
  readonly gateway: number;
  readonly writes: number;
  readonly transactions: number;
  readonly client: number;
  readonly wal: number;
  readonly disk: number;
  readonly position: number;
  readonly owed: number;
}
async function readUsage(
  pids: readonly number[],
  postmaster: number,
  database: pg.Client,
): Promise<Usage> {
  const { rows } = await database.query<{
    wal: string;
    disk: string;
    position: string;
    gateway: number;
    writes: string;
    transactions: string;
    owed: string;
  }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, pg_database_size(current_database()) as disk, (select coalesce(max(position), 0) from journal) as position,
       (select pid from pg_stat_activity where datname = current_database() and application_name = 'parlour gateway' order by pid limit 1) as gateway,
       (select count(*) from delivery) as owed,
       (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
       pg_snapshot_xmax(pg_current_snapshot())::text as writes`,
  );
  return {
    server: pids.reduce((sum, pid) => sum + getCpuMicros(pid), 0),
    database: getCpuMicros(postmaster, true),
    gateway: getCpuMicros(rows[0]?.gateway ?? 0),
    owed: Number(rows[0]?.owed),
    writes: Number(rows[0]?.writes),
    transactions: Number(rows[0]?.transactions),
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
 * Opens a socket of each operator. Together they receive every message once. The id of a message is
 * at the end of its text.
 */
function openOperatorSockets(
  { keys, load: { port } }: Target,
  onMessage: (id: string, at: number) => void,
): Promise<readonly RawSocket[]> {
  return Promise.all(
    keys.map(async (key) => {
      let resolveReady = (): void => undefined;
      const ready = new Promise<void>((resolve) => {
        resolveReady = resolve;
      });
      const socket = await openRawSocket({
        port,
        path: "/api/v1/socket",
        headers: { authorization: `Bearer ${key}` },
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
    }),
  );
}
