import pg from "pg";
import { connect, setUpBy, within } from "./connections.ts";
import { openReader } from "./reader.ts";
import type { Reader } from "./reader.ts";

/** Connections of one node. Every one acts as a role of the migrations, never as the owner (journal.md 5). */
export interface Pools {
  /** A new dedicated connection for the commit gateway; the caller ends it. */
  gateway(): Promise<pg.Client>;
  /** A new dedicated connection as the writer without limits of time, for LISTEN and locks; the caller ends it. */
  session(): Promise<pg.Client>;
  /** Settings, queue, auth: role parlour_writer. */
  readonly writer: pg.Pool;
  /** What the gateway reads while it decides, as the writer: short statements, which wait for nobody else's (P17). */
  readonly brief: pg.Pool;
  /** All queries of the API: role parlour_reader under row-level security. */
  readonly reader: Reader;
  /** Connections of each pool, and queries that wait for one. */
  stats(): Readonly<Record<"writer" | "gateway_reads" | "reader", { readonly connections: number; readonly waiting: number }>>;
  /** From now on a free or new connection is waited for so long: after a start, which takes what it needs. */
  connectWithin(ms?: number): void;
  close(): Promise<void>;
}
export interface PoolOptions {
  /** Connections of the writer pool; default 8. */
  readonly writers?: number;
  /** Connections of the reader pool; default 8. */
  readonly readers?: number;
  /** How long to wait for a free or new connection; default `usualConnectMs`. */
  readonly connectTimeoutMs?: number;
  /** Longest statement of the gateway, ms; default 1,500, and 1,000 of them for a lock (P17). */
  readonly batchMs?: number;
  /** Longest statement of the writer and of the reader pool, ms; default 10,000 and 5,000. */
  readonly statementMs?: { readonly writer: number; readonly reader: number };
  /** How much longer a connection may be silent about a statement that the database should have ended by then; default 1,000 ms. */
  readonly silentMs?: number;
  /** Called for errors of idle connections; the pool replaces them. */
  readonly onError?: (error: Error) => void;
}

/** The database runs with a setting under which an acknowledged message could be lost (F03). */
export class UnsafeSettings extends Error {
  readonly settings: readonly string[];
  constructor(settings: readonly string[]) {
    super(
      `PostgreSQL runs with ${settings.join(", ")} off: acknowledged messages could be lost. Turn ${settings.length > 1 ? "them" : "it"} on and restart PostgreSQL.`,
    );
    this.name = "UnsafeSettings";
    this.settings = settings;
  }
}

/** P17. */
const usualConnectMs = 2_000;
/** Opens the pools of a node. Rejects with UnsafeSettings, or with the error of the connection. */
export async function openPools(url: string, options: PoolOptions = {}): Promise<Pools> {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: options.connectTimeoutMs ?? usualConnectMs,
    types: numbers,
    keepAlive: true,
  };
  let isClosing = false;
  const onError = (error: Error): void => {
    // Who ends a connection does not wait for its end: a database that stops right behind may be quicker, and says so. That is no fault.
    if (!isClosing) options.onError?.(error);
  };
  const { statementMs = { writer: 10_000, reader: 5_000 }, silentMs = 1_000 } = options;
  const pool = (max: number, application: string, statement: number, setup: string): pg.Pool => {
    // Nothing else ends a wait for a database that vanished without a word (F05): the system would try for a quarter of an hour.
    const limit = { query_timeout: statement + silentMs, verify: setUpBy(`${setup}; set statement_timeout = '${statement}ms'`) };
    const made = new pg.Pool({ ...config, max, application_name: application, ...limit } as pg.PoolConfig);
    made.on("error", onError);
    // A client that is in use when its connection breaks tells so itself, beside failing its query; nobody listening would end the process.
    made.on("connect", (client) => client.on("error", onError));
    return made;
  };
  const dedicated = async (application: string, setup: string): Promise<pg.Client> => {
    const patienceMs = config.connectionTimeoutMillis;
    const client = await connect({ ...config, application_name: application }, { setup, patienceMs, onError });
    try {
      await refuseUnsafe(client, patienceMs);
    } catch (error) {
      await client.end().catch(onError);
      throw error;
    }
    return client;
  };
  const probe = await dedicated("parlour start", "set role parlour_writer");
  const version = await probe.query<{ v: number }>("select current_setting('server_version_num')::int as v");
  await probe.end();
  // From 17 on there is a limit that also covers waiting between statements. It ends the connection, so it is the second line.
  const whole = (version.rows[0]?.v ?? 0) >= 170_000 ? "; set transaction_timeout = '6s'" : "";
  const writer = pool(
    options.writers ?? 8,
    "parlour writer",
    statementMs.writer,
    "set role parlour_writer; set lock_timeout = '2s'; set idle_in_transaction_session_timeout = '10s'",
  );
  const batchMs = options.batchMs ?? 1_500;
  const brief = pool(
    briefConnections,
    "parlour gateway reads",
    batchMs,
    `set role parlour_writer; set lock_timeout = '${batchMs - 500}ms'`,
  );
  const readers = pool(
    options.readers ?? 8,
    "parlour reader",
    statementMs.reader,
    `set role parlour_reader; set default_transaction_read_only = on${whole}`,
  );
  return {
    gateway: () => dedicated("parlour gateway", gatewaySetup(batchMs)),
    session: () => dedicated("parlour node", "set role parlour_writer"),
    writer,
    brief,
    reader: openReader(readers),
    stats() {
      const of = ({ totalCount, waitingCount }: pg.Pool) => ({ connections: totalCount, waiting: waitingCount });
      return { writer: of(writer), gateway_reads: of(brief), reader: of(readers) };
    },
    connectWithin(ms = usualConnectMs) {
      config.connectionTimeoutMillis = ms;
      for (const { options: of } of [writer, brief, readers]) of.connectionTimeoutMillis = ms;
    },
    async close() {
      isClosing = true;
      await Promise.all([writer.end(), brief.end(), readers.end()]);
    },
  };
}

/** Settings of several accounts are read at once after a start; afterwards hardly any is open. */
const briefConnections = 4;

// Plans of the gateway's statements must hold on tables that were never analysed (journal.md 2): rows are always found by key,
// so a nested loop over an index is right at every size.
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

async function refuseUnsafe(client: pg.Client, patienceMs: number): Promise<void> {
  const settings = ["fsync", "full_page_writes", "synchronous_commit"];
  const text = "select name from pg_settings where name = any($1) and setting = 'off'";
  const { rows } = await client.query<{ name: string }>(within(patienceMs, text, [settings]));
  if (rows.length > 0) throw new UnsafeSettings(rows.map((row) => row.name));
}

/** int8 as number: ids and positions stay below 2^53 (CORE-004). A larger value is a bug and throws. */
const numbers = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === 20 && format !== "binary") return safeInteger;
    return pg.types.getTypeParser(oid, format as "text");
  },
};
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`);
  return value;
}
