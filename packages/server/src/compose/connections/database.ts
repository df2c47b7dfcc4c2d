import type { ServerOptions, TestHooks } from "../server-options.ts";
import { startConnectMs } from "../../store/database/connections.ts";
import { openPools, type Pools } from "../../store/database/pools.ts";
import { openReplica, type Replica } from "../../store/replica/replica.ts";
import { createDb, type Db, type OnNested } from "../../store/database/sql.ts";
import { createHostLog } from "./host-log.ts";

export interface DatabaseServices {
  readonly pools: Pools;
  /** The read replica (CFG-120). Null: DATABASE_READ_URL is not set. */
  readonly replica: Replica | null;
  readonly db: Db;
}

/** Creates the connections to the database and to its read replica. */
export function connectDatabase(
  options: ServerOptions,
  hooks: TestHooks,
  onFault: (error: unknown) => void,
): DatabaseServices {
  const onNested = hooks.onNested ?? createNestedLog(options.log);
  const pools = openPools(options.databaseUrl, {
    connectTimeoutMs: startConnectMs,
    ...hooks.pools,
    onNested,
    onError: onFault,
    onHosts: createHostLog((level, hosts) => options.log[level]({ hosts }, "database.hosts")),
  });
  return {
    pools,
    replica: openReadReplica(options, hooks, pools),
    db: createDb(pools.writer),
  };
}

/** Maximum number of places that are remembered, so that the memory stays limited. */
const maxNestedPlaces = 100;
/** Logs a use of another connection inside a transaction, once per place in the code (CORE-465). */
function createNestedLog(log: ServerOptions["log"]): OnNested {
  const places = new Set<string | undefined>();
  return (error) => {
    if (places.has(error.stack) || places.size === maxNestedPlaces) return;
    places.add(error.stack);
    log.error({ err: error }, "database.nested");
  };
}

/** Opens the read replica, if there is one. Logs when it becomes unavailable or answers again. */
function openReadReplica(
  { config, clock, log }: ServerOptions,
  hooks: TestHooks,
  { reader }: Pools,
): Replica | null {
  if (config.databaseReadUrl === null) return null;
  return openReplica({
    url: config.databaseReadUrl,
    primary: reader,
    clock,
    pools: hooks.pools,
    onChange: (error) =>
      error === null
        ? log.info("replica.available")
        : log.warn({ err: error }, "replica.unavailable"),
  });
}
