import pg from "pg";
import { createSystemClock } from "../../clock.ts";
import {
  connectToDatabase,
  createConnectionSetup,
  startConnectMs,
  withQueryTimeout,
} from "./connections.ts";
import type { HostState } from "./hosts/ask-hosts.ts";
import {
  DatabaseClient,
  NoPrimaryError,
  readHostStates,
  watchHosts,
} from "./hosts/database-client.ts";
import { GrowingLimit } from "./hosts/growing-limit.ts";
import { assertNoTransaction, GuardedPool, type GuardOptions, type OnNested } from "./sql.ts";
import { createReader } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { useRole } from "./roles/names.ts";

/** Connections of one node. Each uses a role, never that of the owner (journal.md 5). */
export interface Pools {
  /** Opens the gateway's connection, for the caller to close. Throws UnsafeSettingsError. */
  gateway(): Promise<pg.Client>;
  /**
   * Opens a dedicated connection with the role of the writer and without time limits, for LISTEN
   * and locks. The caller must close it. Throws UnsafeSettingsError or the error of the connection.
   */
  session(): Promise<pg.Client>;
  /**
   * Opens a new connection and closes it. Returns false if nothing listens at the address of the
   * database, or if no host is the primary. Another error, such as too many connections, does not
   * show that it is away.
   */
  canConnect(): Promise<boolean>;
  /** Asks each server of a URL with several hosts for its role. Null: it has one host. */
  readonly readHosts: () => Promise<readonly HostState[] | null>;
  /** Connections with the role of the writer, for settings, the delivery queue and auth. */
  readonly writer: pg.Pool;
  /**
   * Connections with the role of the writer, for reads of the gateway while it decides. Statements
   * are short and never wait for other parts (P17).
   */
  readonly gatewayReads: pg.Pool;
  /** Connections with the role of the reader and row-level security, for all API queries. */
  readonly reader: Reader;
  /** Returns the number of connections of each pool, and of queries that wait for one. */
  stats(): Readonly<
    Record<
      "writer" | "gateway_reads" | "reader",
      { readonly connections: number; readonly waiting: number }
    >
  >;
  /** Changes the timeout for connections after a start, which needs a longer one. */
  setConnectTimeout(ms?: number): void;
  close(): Promise<void>;
}
export interface PoolOptions {
  /** Maximum number of connections of the writer pool. The default is 8. */
  readonly writers?: number;
  /** Maximum number of connections of the reader pool. The default is 8. */
  readonly readers?: number;
  /** Timeout for a free or new connection in ms. Default: `defaultConnectTimeoutMs`. */
  readonly connectTimeoutMs?: number;
  /** Statement timeout of the gateway in ms, by default 1,500, 1,000 for a lock (P17). */
  readonly batchMs?: number;
  /** Statement timeouts of the two pools in ms. The defaults are 10,000 and 5,000. */
  readonly statementMs?: { readonly writer: number; readonly reader: number };
  /** Ms after the statement timeout until a silent connection is broken. Default: 1,000. */
  readonly graceMs?: number;
  /** Called for errors of idle connections. The pool replaces such connections. */
  readonly onError?: (error: Error) => void;
  /** Called with the states of several hosts after each search for the primary. */
  readonly onHosts?: (states: readonly HostState[]) => void;
  /** Called if another connection is used inside a transaction. The default throws (CORE-465). */
  readonly onNested?: OnNested;
}

/** Thrown if the database has a setting with which acknowledged messages could be lost (F03). */
export class UnsafeSettingsError extends Error {
  readonly settings: readonly string[];
  constructor(settings: readonly string[]) {
    super(
      `PostgreSQL runs with ${settings.join(", ")} off: acknowledged messages could be lost. Turn ${settings.length > 1 ? "them" : "it"} on and restart PostgreSQL.`,
    );
    this.name = "UnsafeSettings";
    this.settings = settings;
  }
}

/** Default timeout for a free or new connection, in milliseconds (P17). */
const defaultConnectTimeoutMs = 2_000;
const defaultStatementMs = { writer: 10_000, reader: 5_000 };
const defaultGraceMs = 1_000;
/** Opens the pools of a node, without a connection. */
export function openPools(url: string, options: PoolOptions = {}): Pools {
  let isClosing = false;
  const firstMs = options.connectTimeoutMs ?? defaultConnectTimeoutMs;
  const connectLimit = new GrowingLimit(firstMs, startConnectMs);
  const config: PoolConnections = {
    connectionString: url,
    connectLimit,
    types: numberTypes,
    keepAlive: true,
    onNested: options.onNested,
    onError(error) {
      // Closing a connection does not wait for its end. A database that stops directly afterwards
      // may report an error, which is ignored.
      if (!isClosing) options.onError?.(error);
    },
  };
  const { batchMs = 1_500 } = options;
  const { writer, gatewayReads, readers } = createPools(config, options);
  const session = () => openDedicated(config, "parlour node", useRole("writer", "session"));
  const endWatch = watchHosts(url, () => {
    void readHostStates(url).then((states) => {
      if (states !== null && !isClosing) options.onHosts?.(states);
    });
  });
  return {
    gateway: () => openDedicated(config, "parlour gateway", gatewaySetup(batchMs)),
    session,
    async canConnect() {
      try {
        await (await session()).end();
        return true;
      } catch (error) {
        if (error instanceof NoPrimaryError) return false;
        return !["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");
      }
    },
    readHosts: () => readHostStates(url),
    writer,
    gatewayReads,
    reader: createReader(readers),
    stats: () => ({
      writer: countConnections(writer),
      gateway_reads: countConnections(gatewayReads),
      reader: countConnections(readers),
    }),
    setConnectTimeout(ms = defaultConnectTimeoutMs) {
      connectLimit.restart(ms);
      for (const pool of [writer, gatewayReads, readers]) pool.waitMs = ms;
    },
    async close() {
      isClosing = true;
      endWatch();
      await Promise.all([writer.end(), gatewayReads.end(), readers.end()]);
    },
  };
}

const countConnections = ({
  totalCount,
  waitingCount,
}: pg.Pool): { readonly connections: number; readonly waiting: number } => ({
  connections: totalCount,
  waiting: waitingCount,
});

/** What all connections of a node have in common. */
interface PoolConnections extends pg.PoolConfig, GuardOptions {
  readonly connectionString: string;
  /** Limit for opening a connection. */
  readonly connectLimit: GrowingLimit;
  /** Receives errors of idle connections. The pool replaces them. */
  readonly onError: (error: Error) => void;
}

function createPools(
  config: PoolConnections,
  options: PoolOptions,
): Record<"writer" | "gatewayReads" | "readers", RequestPool> {
  const { statementMs = defaultStatementMs, graceMs = defaultGraceMs } = options;
  const { batchMs = 1_500 } = options;
  return {
    writer: createPool(config, graceMs, {
      max: options.writers ?? 8,
      application: "parlour writer",
      statementMs: statementMs.writer,
      setup: `${useRole("writer", "session")}; set lock_timeout = '2s'; set idle_in_transaction_session_timeout = '10s'`,
    }),
    gatewayReads: createPool(config, graceMs, {
      max: gatewayReadConnections,
      application: "parlour gateway reads",
      statementMs: batchMs,
      setup: `${useRole("writer", "session")}; set lock_timeout = '${batchMs - 500}ms'`,
    }),
    readers: createPool(config, graceMs, {
      max: options.readers ?? 8,
      application: "parlour reader",
      statementMs: statementMs.reader,
      setup: readerSetup,
    }),
  };
}

/** Creates the pool of a read replica, with the limits of readers. Does not connect. */
export function openReplicaPool(
  url: string,
  options: PoolOptions & { readonly onError: (error: Error) => void },
): pg.Pool {
  const firstMs = options.connectTimeoutMs ?? defaultConnectTimeoutMs;
  const config: PoolConnections = {
    onNested: options.onNested,
    connectionString: url,
    connectLimit: new GrowingLimit(firstMs, startConnectMs),
    types: numberTypes,
    keepAlive: true,
    onError: options.onError,
  };
  return createPool(config, options.graceMs ?? defaultGraceMs, {
    max: options.readers ?? 8,
    application: "parlour replica reader",
    statementMs: options.statementMs?.reader ?? defaultStatementMs.reader,
    setup: readerSetup,
  });
}

interface PoolSettings {
  readonly max: number;
  readonly application: string;
  readonly statementMs: number;
  /** Statements that each new connection runs first. */
  readonly setup: string;
}

function createPool(
  { onError, ...config }: PoolConnections,
  graceMs: number,
  { max, application, statementMs, setup }: PoolSettings,
): RequestPool {
  const pool = new RequestPool(config.connectLimit.next(), {
    ...config,
    Client: DatabaseClient,
    max,
    application_name: application,
    // No other limit applies to a database that vanished without closing connections (F05). The
    // operating system would retry for 15 minutes.
    query_timeout: statementMs + graceMs,
    onConnect: createConnectionSetup(
      `${setup}; set statement_timeout = '${statementMs}ms'`,
      config.connectLimit,
    ),
  } as pg.PoolConfig & GuardOptions);
  pool.on("error", onError);
  // A broken connection that is in use emits an error event, in addition to failing its query.
  // Without a listener, the event would crash the process.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** Connections are made in real time, also if the clock of the server is that of a test. */
const clock = createSystemClock();
type ConnectCallback = Parameters<Parameters<typeof pg.Pool.prototype.connect>[0]>;
/**
 * A pool in which a request waits at most `waitMs` for a connection (P17). The connection that was
 * opened for it may take longer, and is for the next request then: on a machine without idle time,
 * every connection takes longer than a request may wait.
 */
class RequestPool extends GuardedPool {
  waitMs: number;

  constructor(waitMs: number, config: pg.PoolConfig & GuardOptions) {
    super(config);
    this.waitMs = waitMs;
  }
  override connect(): Promise<pg.PoolClient>;
  override connect(done: (...result: ConnectCallback) => void): void;
  override connect(done?: (...result: ConnectCallback) => void): Promise<pg.PoolClient> | void {
    if (done !== undefined) return this.#request(done);
    return new Promise((resolve, reject) =>
      this.#request((error, client) =>
        client === undefined ? reject(error as Error) : resolve(client),
      ),
    );
  }
  #request(done: (...result: ConnectCallback) => void): void {
    let isOver = false;
    const settle = (...result: ConnectCallback): void => {
      cancel();
      if (isOver) result[2]();
      else done(...result);
    };
    const cancel = clock.scheduleAt(clock.now() + this.waitMs, () => {
      isOver = true;
      this.#removeWaiting(settle);
      done(new Error("timeout exceeded when trying to connect"), undefined, () => undefined);
    });
    super.connect(settle);
  }
  /**
   * Removes a request from the queue of pg-pool, which only does so for its own limit. Otherwise
   * the requests of a long outage would all stay there, and count as waiting.
   */
  #removeWaiting(request: (...result: ConnectCallback) => void): void {
    const { _pendingQueue } = this as unknown as {
      readonly _pendingQueue: { readonly callback: unknown }[];
    };
    const index = _pendingQueue.findIndex(({ callback }) => callback === request);
    if (index >= 0) _pendingQueue.splice(index, 1);
  }
}

/** Opens one connection outside of the pools. Throws UnsafeSettingsError. */
function openDedicated(
  { onError, connectLimit, ...config }: PoolConnections,
  application: string,
  setup: string,
): Promise<pg.Client> {
  assertNoTransaction(`a connection "${application}"`);
  return connectLimit.run(async (ms) => {
    const client = await connectToDatabase(
      { ...config, connectionTimeoutMillis: ms, application_name: application },
      { setup, timeoutMs: ms, onError },
    );
    try {
      await assertDurableSettings(client, ms);
    } catch (error) {
      await client.end().catch(onError);
      throw error;
    }
    return client;
  });
}

/**
 * Also limits the time between statements, with PostgreSQL 17 and later. It closes the connection,
 * so it is only the second limit.
 */
const limitTransactions =
  "select set_config('transaction_timeout', '6s', false) where current_setting('server_version_num')::int >= 170000";

/** Settings of the connections that read for the API, at the primary and at a replica. */
const readerSetup = `${useRole("reader", "session")}; set default_transaction_read_only = on; ${limitTransactions}`;

/**
 * Maximum number of connections for reads of the gateway. After a start, the settings of several
 * accounts are read at the same time. Later hardly any of these connections is open.
 */
const gatewayReadConnections = 4;

// Plans of the gateway's statements must suit tables that were never analysed (journal.md 2). Rows
// are always found by key, so a nested loop over an index is right for tables of every size.
const gatewaySetup = (batchMs: number): string =>
  [
    useRole("writer", "session"),
    `set statement_timeout = '${batchMs}ms'`,
    `set lock_timeout = '${batchMs - 500}ms'`,
    "set enable_seqscan = off",
    "set enable_hashjoin = off",
    "set enable_mergejoin = off",
    "set enable_bitmapscan = off",
    "set plan_cache_mode = force_generic_plan",
  ].join("; ");

async function assertDurableSettings(client: pg.Client, timeoutMs: number): Promise<void> {
  const settings = ["fsync", "full_page_writes", "synchronous_commit"];
  // The view pg_settings computes all settings, which takes 8 ms.
  const text = "select name from unnest($1::text[]) as name where current_setting(name) = 'off'";
  const { rows } = await client.query<{ name: string }>(
    withQueryTimeout(timeoutMs, text, [settings]),
  );
  if (rows.length > 0) throw new UnsafeSettingsError(rows.map((row) => row.name));
}

/**
 * Parsers that convert int8 to a number, because ids and positions stay below 2^53 (CORE-004). A
 * larger value is a bug and throws.
 */
const numberTypes = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === 20 && format !== "binary") return parseSafeInteger;
    return pg.types.getTypeParser(oid, format as "text");
  },
};
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`);
  return value;
}
