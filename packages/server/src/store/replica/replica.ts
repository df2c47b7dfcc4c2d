import type pg from "pg";
import type { Clock } from "../../core/command.ts";
import { openReplicaPool, type PoolOptions } from "../database/pools.ts";
import {
  isConnectionUsable,
  releaseAfterError,
  runScoped,
  type Reader,
  type ScopedStatement,
} from "../database/reader.ts";
import { lastPosition } from "../last-entry.ts";
import { replicaEpoch } from "./replica-state.ts";

/** What a response must contain at least: all entries of the account up to a position (CFG-120). */
export interface SeenCursor {
  readonly epoch: string;
  readonly position: number;
}

/**
 * Queries that the replica answered, and those that the primary answered instead, by reason.
 * `failed`: the replica ended the query, for example because of a conflict with its recovery.
 */
type ReplicaCounts = Record<"answered" | "behind" | "failed" | "unavailable", number>;

/** A read replica of the database (CFG-120). */
export interface Replica {
  /**
   * Returns a reader that uses the replica if it contains everything up to the cursor, and the
   * primary otherwise. `seen` is called at most once, before the first query.
   */
  reader(seen: () => Promise<SeenCursor>): Reader;
  readonly counts: Readonly<ReplicaCounts>;
  /** Connections for health checks. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface ReplicaDeps {
  readonly url: string;
  readonly primary: Reader;
  readonly clock: Clock;
  readonly pools?: PoolOptions | undefined;
  /** Called when the replica becomes unavailable, and with null when it answers again. */
  readonly onChange: (error: Error | null) => void;
}

/** Limit in ms for a connection to the replica, and for the query of its head. */
const probeTimeoutMs = 500;
/** Time in ms without attempts after the replica did not respond. */
const retryDelayMs = 5_000;

/** Opens the replica, without a connection. It may be away at any time. */
export function openReplica({ url, primary, clock, pools, onChange }: ReplicaDeps): Replica {
  // Errors of idle connections show when the next query finds no replica.
  const pool = openReplicaPool(url, {
    ...pools,
    connectTimeoutMs: probeTimeoutMs,
    onError: () => undefined,
  });
  const counts: ReplicaCounts = { answered: 0, behind: 0, failed: 0, unavailable: 0 };
  let retryAt: number | null = null;
  const noteFailure = (error: unknown): void => {
    counts.unavailable++;
    const isChange = retryAt === null;
    retryAt = clock.monotonic() + retryDelayMs;
    if (isChange) onChange(error instanceof Error ? error : new Error(String(error)));
  };
  const noteResponse = (): void => {
    if (retryAt === null) return;
    retryAt = null;
    onChange(null);
  };

  /** Returns null if the primary must answer. */
  const ask = async (
    statement: ScopedStatement,
    seen: SeenCursor,
  ): Promise<readonly unknown[] | null> => {
    if (retryAt !== null && clock.monotonic() < retryAt) {
      counts.unavailable++;
      return null;
    }
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      noteFailure(error);
      return null;
    }
    try {
      const isCurrent = await containsCursor(client, statement.account, seen);
      noteResponse();
      const rows = isCurrent ? await runScoped(client, statement) : null;
      client.release();
      counts[isCurrent ? "answered" : "behind"]++;
      return rows;
    } catch (error) {
      releaseAfterError(client, error);
      if (isConnectionUsable(error)) counts.failed++;
      else noteFailure(error);
      return null;
    }
  };
  return {
    reader: (seen) => createReplicaReader(primary, ask, seen),
    counts,
    pool,
    close: () => pool.end(),
  };
}

function createReplicaReader(
  primary: Reader,
  ask: (statement: ScopedStatement, seen: SeenCursor) => Promise<readonly unknown[] | null>,
  readSeen: () => Promise<SeenCursor>,
): Reader {
  let seen: Promise<SeenCursor> | null = null;
  const rows: Reader["rows"] = async <T>(
    account: number,
    text: string,
    values: readonly unknown[] = [],
    plan: ScopedStatement["plan"] = "fresh",
  ) => {
    const answer = await ask({ account, text, values, plan }, await (seen ??= readSeen()));
    return (answer as readonly T[] | null) ?? primary.rows<T>(account, text, values, plan);
  };
  return {
    rows,
    one: async <T>(
      account: number,
      text: string,
      values?: readonly unknown[],
      plan?: ScopedStatement["plan"],
    ) => (await rows<T>(account, text, values, plan))[0] ?? null,
  };
}

/**
 * Returns whether the server of this connection contains the entries up to a cursor. It asks on the
 * connection of the query, because an address can lead to several replicas. A replica never goes
 * back.
 */
async function containsCursor(
  client: pg.PoolClient,
  account: number,
  seen: SeenCursor,
): Promise<boolean> {
  const rows = (await runScoped(client, {
    account,
    text: `select ${replicaEpoch} as epoch, ${lastPosition("$1::bigint")} as position`,
    values: [account],
    plan: "kept",
    timeoutMs: probeTimeoutMs,
  })) as readonly SeenCursor[];
  const [head] = rows;
  return head !== undefined && head.epoch === seen.epoch && head.position >= seen.position;
}
