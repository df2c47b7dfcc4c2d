import type pg from "pg";
import { GuardedPool } from "./sql.ts";
import type { GrowingLimit } from "./hosts/growing-limit.ts";
import { DatabaseClient } from "./hosts/database-client.ts";

/**
 * JIT compilation is off. Queries are short, and some force an index with `enable_seqscan = off`.
 * Their high estimated cost would make PostgreSQL compile them, which takes up to 0.5 s for a query
 * of 1 ms.
 */
const disableJit = "set jit = off";
/** Ends connections of vanished machines within 25 s. PostgreSQL's default is two hours. */
const keepaliveSettings =
  "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 25000";
/** Settings of every connection that Parlour opens to a database. */
const commonSettings = `${disableJit}; ${keepaliveSettings}`;

/** Returns a query with a timeout in ms, which the types of pg do not allow. */
export function withQueryTimeout(
  ms: number,
  text: string,
  values: readonly unknown[] = [],
): pg.QueryConfig {
  return { text, values: [...values], query_timeout: ms } as pg.QueryConfig;
}

/**
 * Returns the function that runs for each new connection of a pool (`onConnect`). The pool waits
 * for the promise that it returns, which the types of pg do not state. With `verify`, it would lose
 * a connection whose request reaches its timeout meanwhile. `extraSettings`: SQL. `limit`: that of
 * the connections, which learns from their success.
 */
export function createConnectionSetup(
  extraSettings = "",
  limit?: GrowingLimit,
): (client: pg.ClientBase) => unknown {
  const text = extraSettings === "" ? commonSettings : `${commonSettings}; ${extraSettings}`;
  if (limit === undefined) return (client) => client.query(text);
  return async (client) => {
    await client.query(text).catch((error: unknown) => {
      limit.note(error);
      throw error;
    });
    limit.note(null);
  };
}

export interface ConnectOptions {
  /** Further settings of the connection as SQL. */
  readonly setup?: string;
  /** Timeout of the settings query in milliseconds. The default is none. */
  readonly timeoutMs?: number;
  /** Receives errors of the connection. If absent, only the running statement reports them. */
  readonly onError?: (error: Error) => void;
}

/** Opens a dedicated connection and applies its settings. The caller must close it. */
export async function connectToDatabase(
  config: pg.ClientConfig,
  { setup = "", timeoutMs, onError = ignoreError }: ConnectOptions = {},
): Promise<pg.Client> {
  const client = new DatabaseClient(config);
  // Without a listener, an error event would crash the process.
  client.on("error", onError);
  try {
    await client.connect();
    const text = setup === "" ? commonSettings : `${commonSettings}; ${setup}`;
    await client.query(timeoutMs === undefined ? { text } : withQueryTimeout(timeoutMs, text));
    return client;
  } catch (error) {
    await client.end().catch(onError);
    throw error;
  }
}

/** Opens a connection and closes it after `use`. */
export async function withConnection<R>(
  config: pg.ClientConfig,
  use: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = await connectToDatabase(config);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Timeout of a connection attempt during a start, in milliseconds. The process compiles code at the
 * same time, so on a small machine a response may wait for seconds.
 */
export const startConnectMs = 20_000;

/** Opens a pool for the few statements of one task. If a connection breaks, its statement fails. */
export function openShortPool(config: pg.PoolConfig): pg.Pool {
  const pool = new GuardedPool({
    connectionTimeoutMillis: startConnectMs,
    ...config,
    Client: DatabaseClient,
    onConnect: createConnectionSetup(),
  } as pg.PoolConfig);
  pool.on("error", ignoreError);
  pool.on("connect", (client) => client.on("error", ignoreError));
  return pool;
}

function ignoreError(): void {
  return undefined;
}
