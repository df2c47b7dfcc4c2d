import pg from "pg";
import { startConnectMs } from "./pools.ts";

/**
 * A pool for the few statements of one task. A connection that breaks fails its statement; told as an event that nobody hears, the same
 * news would end the process.
 */
export function openShortPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: startConnectMs, ...config });
  pool.on("error", known);
  pool.on("connect", (client) => client.on("error", known));
  return pool;
}
function known(): void {
  return undefined;
}
