import pg from "pg";

/**
 * Queries are short, and some name their only good way with `enable_seqscan = off`: the cost that PostgreSQL then estimates makes it compile them (JIT),
 * which takes up to half a second for an answer of a millisecond.
 */
const withoutJit = "set jit = off";
/** PostgreSQL ends the connections of a machine that vanished within 25 s, and frees their locks; by default it takes two hours. */
const keepAlive =
  "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 25000";
/** Settings of every connection that Parlour opens to a database. */
const everywhere = `${withoutJit}; ${keepAlive}`;

/** Limits how long a connection may be silent about one query, ms; the types of the driver have the limit for whole connections only. */
export function within(ms: number, text: string, values: readonly unknown[] = []): pg.QueryConfig {
  return { text, values: [...values], query_timeout: ms } as pg.QueryConfig;
}

/** Returns what a pool does with each new connection before its first use. `more`: further settings, SQL. */
export function setUpBy(more = ""): (client: pg.PoolClient, done: (error?: Error) => void) => void {
  const text = more === "" ? everywhere : `${everywhere}; ${more}`;
  return (client, done) => {
    client.query(text).then(
      () => done(),
      (error: Error) => done(error),
    );
  };
}

export interface ConnectOptions {
  /** Further settings, SQL. */
  readonly setup?: string;
  /** Longest silence while the settings are made, ms; default: no limit. */
  readonly patienceMs?: number;
  /** Receives errors of the connection itself; without it they are told by the statement under way alone. */
  readonly onError?: (error: Error) => void;
}

/** Opens a dedicated connection with its settings; the caller ends it. */
export async function connect(
  config: pg.ClientConfig,
  { setup = "", patienceMs, onError = ignore }: ConnectOptions = {},
): Promise<pg.Client> {
  const client = new pg.Client(config);
  // An error event without a listener would end the process.
  client.on("error", onError);
  try {
    await client.connect();
    const text = setup === "" ? everywhere : `${everywhere}; ${setup}`;
    await client.query(patienceMs === undefined ? { text } : within(patienceMs, text));
    return client;
  } catch (error) {
    await client.end().catch(onError);
    throw error;
  }
}

/** Opens a connection for as long as `use` takes. */
export async function withConnection<R>(config: pg.ClientConfig, use: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = await connect(config);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** How long a start waits for a connection, ms. The process compiles code meanwhile, so on a small machine an answer may lie unread for seconds. */
export const startConnectMs = 20_000;

/** Opens a pool for the few statements of one task. A broken connection fails its statement. */
export function openShortPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: startConnectMs, ...config, verify: setUpBy() } as pg.PoolConfig);
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

function ignore(): void {
  return undefined;
}
