import pg from "pg";
import { connect, createConnectionSetup, withQueryTimeout } from "./connections.ts";
import { createReader } from "./reader.ts";
import type { Reader } from "./reader.ts";

/** Connections of one node. Each uses a role of the migrations, never the owner (journal.md 5). */
export interface Pools {
  /** Opens a dedicated connection for the commit gateway. The caller closes it. */
  gateway(): Promise<pg.Client>;
  /**
   * Opens a dedicated connection with the writer role and without time limits, for LISTEN and
   * locks. The caller closes it.
   */
  session(): Promise<pg.Client>;
  /** Settings, queue, auth: role parlour_writer. */
  readonly writer: pg.Pool;
  /**
   * Reads of the gateway while it decides, with the writer role. Short statements that never wait
   * for other parts (P17).
   */
  readonly gatewayReads: pg.Pool;
  /** All API queries: role parlour_reader with row-level security. */
  readonly reader: Reader;
  /** Connections of each pool and queries that wait for one. */
  stats(): Readonly<
    Record<
      "writer" | "gateway_reads" | "reader",
      { readonly connections: number; readonly waiting: number }
    >
  >;
  /**
   * Changes the timeout for a free or new connection. Called after a start, which needs a longer
   * one.
   */
  setConnectTimeout(ms?: number): void;
  close(): Promise<void>;
}
export interface PoolOptions {
  /** Connections of the writer pool. Default: 8. */
  readonly writers?: number;
  /** Connections of the reader pool. Default: 8. */
  readonly readers?: number;
  /** Timeout for a free or new connection in ms. Default: `defaultConnectTimeoutMs`. */
  readonly connectTimeoutMs?: number;
  /** Statement timeout of the gateway in ms. Default: 1,500, of which 1,000 for a lock (P17). */
  readonly batchMs?: number;
  /** Statement timeouts of the writer and the reader pool in ms. Default: 10,000 and 5,000. */
  readonly statementMs?: { readonly writer: number; readonly reader: number };
  /**
   * Ms added to the statement timeout before a silent connection counts as broken. Default: 1,000.
   */
  readonly graceMs?: number;
  /** Called for errors of idle connections. The pool replaces them. */
  readonly onError?: (error: Error) => void;
}

/** The database has a setting that could lose acknowledged messages (F03). */
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

/** Default of P17. */
const defaultConnectTimeoutMs = 2_000;
/** Opens the pools of a node. Throws UnsafeSettingsError or the error of the connection. */
export async function openPools(url: string, options: PoolOptions = {}): Promise<Pools> {
  let isClosing = false;
  const config: PoolConnections = {
    connectionString: url,
    connectionTimeoutMillis: options.connectTimeoutMs ?? defaultConnectTimeoutMs,
    types: numberTypes,
    keepAlive: true,
    onError(error) {
      // Closing a connection does not wait for its end. A database that stops right after may
      // report an error first. Such errors are ignored.
      if (!isClosing) options.onError?.(error);
    },
  };
  const { batchMs = 1_500 } = options;
  const { writer, gatewayReads, readers } = createPools(
    config,
    options,
    await hasTransactionTimeout(config),
  );
  return {
    gateway: () => openDedicated(config, "parlour gateway", gatewaySetup(batchMs)),
    session: () => openDedicated(config, "parlour node", "set role parlour_writer"),
    writer,
    gatewayReads,
    reader: createReader(readers),
    stats: () => ({
      writer: countConnections(writer),
      gateway_reads: countConnections(gatewayReads),
      reader: countConnections(readers),
    }),
    setConnectTimeout(ms = defaultConnectTimeoutMs) {
      config.connectionTimeoutMillis = ms;
      for (const { options: poolOptions } of [writer, gatewayReads, readers])
        poolOptions.connectionTimeoutMillis = ms;
    },
    async close() {
      isClosing = true;
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
interface PoolConnections {
  readonly connectionString: string;
  connectionTimeoutMillis: number;
  readonly types: typeof numberTypes;
  readonly keepAlive: boolean;
  /** Receives errors of idle connections. The pool replaces them. */
  readonly onError: (error: Error) => void;
}

/** `hasTransactionLimit`: the database can limit the time between statements. */
function createPools(
  config: PoolConnections,
  options: PoolOptions,
  hasTransactionLimit: boolean,
): Record<"writer" | "gatewayReads" | "readers", pg.Pool> {
  const { statementMs = { writer: 10_000, reader: 5_000 }, graceMs = 1_000 } = options;
  const { batchMs = 1_500 } = options;
  const transactionTimeout = hasTransactionLimit ? "; set transaction_timeout = '6s'" : "";
  return {
    writer: createPool(config, graceMs, {
      max: options.writers ?? 8,
      application: "parlour writer",
      statementMs: statementMs.writer,
      setup:
        "set role parlour_writer; set lock_timeout = '2s'; set idle_in_transaction_session_timeout = '10s'",
    }),
    gatewayReads: createPool(config, graceMs, {
      max: gatewayReadConnections,
      application: "parlour gateway reads",
      statementMs: batchMs,
      setup: `set role parlour_writer; set lock_timeout = '${batchMs - 500}ms'`,
    }),
    readers: createPool(config, graceMs, {
      max: options.readers ?? 8,
      application: "parlour reader",
      statementMs: statementMs.reader,
      setup: `set role parlour_reader; set default_transaction_read_only = on${transactionTimeout}`,
    }),
  };
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
): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max,
    application_name: application,
    // The only limit for a database that vanished without closing connections (F05): the operating
    // system would retry for 15 minutes.
    query_timeout: statementMs + graceMs,
    verify: createConnectionSetup(`${setup}; set statement_timeout = '${statementMs}ms'`),
  } as pg.PoolConfig);
  pool.on("error", onError);
  // A broken connection in use emits an error event in addition to failing its query. Without a
  // listener it would crash the process.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** Opens one connection outside of the pools. Throws UnsafeSettingsError. */
async function openDedicated(
  { onError, ...config }: PoolConnections,
  application: string,
  setup: string,
): Promise<pg.Client> {
  const timeoutMs = config.connectionTimeoutMillis;
  const client = await connect(
    { ...config, application_name: application },
    { setup, timeoutMs, onError },
  );
  try {
    await assertDurableSettings(client, timeoutMs);
  } catch (error) {
    await client.end().catch(onError);
    throw error;
  }
  return client;
}

/**
 * Returns whether the database also limits the time between statements: PostgreSQL 17 and later.
 * It closes the connection, so it is only the second limit.
 */
async function hasTransactionTimeout(config: PoolConnections): Promise<boolean> {
  const probe = await openDedicated(config, "parlour start", "set role parlour_writer");
  const version = await probe.query<{ v: number }>(
    "select current_setting('server_version_num')::int as v",
  );
  await probe.end();
  return (version.rows[0]?.v ?? 0) >= 170_000;
}

/**
 * After a start, settings of several accounts are read at once. Later hardly any of these
 * connections is open.
 */
const gatewayReadConnections = 4;

// Plans of the gateway's statements must suit tables that were never analysed (journal.md 2). Rows
// are always found by key, so a nested loop over an index is right at every size.
const gatewaySetup = (batchMs: number): string =>
  [
    "set role parlour_writer",
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
  const text = "select name from pg_settings where name = any($1) and setting = 'off'";
  const { rows } = await client.query<{ name: string }>(
    withQueryTimeout(timeoutMs, text, [settings]),
  );
  if (rows.length > 0) throw new UnsafeSettingsError(rows.map((row) => row.name));
}

/**
 * Parses int8 as a number: ids and positions stay below 2^53 (CORE-004). A larger value is a bug
 * and throws.
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
