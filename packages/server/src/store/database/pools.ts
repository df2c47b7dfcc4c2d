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
  const config = {
    connectionString: url,
    connectionTimeoutMillis: options.connectTimeoutMs ?? defaultConnectTimeoutMs,
    types: numberTypes,
    keepAlive: true,
  };
  let isClosing = false;
  const onError = (error: Error): void => {
    // Closing a connection does not wait for its end. A database that stops right after may report
    // an error first. Such errors are ignored.
    if (!isClosing) options.onError?.(error);
  };
  const { statementMs = { writer: 10_000, reader: 5_000 }, graceMs = 1_000 } = options;
  const pool = (max: number, application: string, statement: number, setup: string): pg.Pool => {
    // The only limit for a database that vanished without closing connections (F05): the operating
    // system would retry for 15 minutes.
    const limit = {
      query_timeout: statement + graceMs,
      verify: createConnectionSetup(`${setup}; set statement_timeout = '${statement}ms'`),
    };
    const created = new pg.Pool({
      ...config,
      max,
      application_name: application,
      ...limit,
    } as pg.PoolConfig);
    created.on("error", onError);
    // A broken connection in use emits an error event in addition to failing its query. Without a
    // listener it would crash the process.
    created.on("connect", (client) => client.on("error", onError));
    return created;
  };
  const openDedicated = async (application: string, setup: string): Promise<pg.Client> => {
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
  };
  const probe = await openDedicated("parlour start", "set role parlour_writer");
  const version = await probe.query<{ v: number }>(
    "select current_setting('server_version_num')::int as v",
  );
  await probe.end();
  // PostgreSQL 17 and later also limit the time between statements. It closes the connection, so it
  // is only the second limit.
  const transactionTimeout =
    (version.rows[0]?.v ?? 0) >= 170_000 ? "; set transaction_timeout = '6s'" : "";
  const writer = pool(
    options.writers ?? 8,
    "parlour writer",
    statementMs.writer,
    "set role parlour_writer; set lock_timeout = '2s'; set idle_in_transaction_session_timeout = '10s'",
  );
  const batchMs = options.batchMs ?? 1_500;
  const gatewayReads = pool(
    gatewayReadConnections,
    "parlour gateway reads",
    batchMs,
    `set role parlour_writer; set lock_timeout = '${batchMs - 500}ms'`,
  );
  const readers = pool(
    options.readers ?? 8,
    "parlour reader",
    statementMs.reader,
    `set role parlour_reader; set default_transaction_read_only = on${transactionTimeout}`,
  );
  return {
    gateway: () => openDedicated("parlour gateway", gatewaySetup(batchMs)),
    session: () => openDedicated("parlour node", "set role parlour_writer"),
    writer,
    gatewayReads,
    reader: createReader(readers),
    stats() {
      const toCounts = ({ totalCount, waitingCount }: pg.Pool) => ({
        connections: totalCount,
        waiting: waitingCount,
      });
      return {
        writer: toCounts(writer),
        gateway_reads: toCounts(gatewayReads),
        reader: toCounts(readers),
      };
    },
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
