import { waitWithTimeout } from "../core/pause.ts";
import { redisUses, type RedisState } from "../bus/index.ts";
import type { Clock } from "../core/command.ts";
import type { DeliveryWorker } from "../delivery/index.ts";
import { readFreeSpace } from "../files/free-space.ts";
import type { Journal } from "../journal/index.ts";
import type { Metrics, ValuesByLabel } from "./metrics.ts";
import type { Realtime } from "../realtime/index.ts";
import { listBackfills } from "../store/backfill-progress.ts";
import { readReplicaState } from "../store/replica/replica-state.ts";
import type { Replica } from "../store/replica/replica.ts";
import type { Pools } from "../store/database/pools.ts";
import type { Db } from "../store/database/sql.ts";
import { readFailureCounts } from "../store/database/system-health.ts";

/** State of the parts that the figures are read from. */
export interface GaugeDeps {
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly db: Db;
  readonly pools: Pools;
  /** Null: no read replica is configured. */
  readonly replica: Replica | null;
  readonly journal: { stats: Journal["stats"] };
  readonly delivery: DeliveryWorker;
  /** Null: REDIS_URL is not set (CFG-005). */
  readonly redis: { state(): RedisState } | null;
  /** Returns the number of lanes with a due delivery, and the age of the oldest. */
  readonly waiting: () => Promise<{ readonly lanes: number; readonly oldestMs: number }>;
  /** Returns the counts of operator sockets and event feeds. */
  readonly sockets: Realtime["stats"];
  readonly health: {
    ready(): Promise<Readonly<Record<string, string>>>;
    /** Returns the newest known backup, or null. */
    backup(): Promise<{ readonly at: number } | null>;
  };
  readonly dataDir: string;
}

/** Registers the gauges that `/metrics` computes (R8), for docs/operate/dashboard.json. */
export function registerGauges(deps: GaugeDeps): void {
  registerJournalGauges(deps);
  registerDeliveryGauges(deps);
  registerSocketGauges(deps);
  registerDatabaseGauges(deps);
  registerSchemaGauges(deps);
  if (deps.replica) registerReplicaGauges(deps, deps.replica);
  registerMachineGauges(deps);
  registerRedisGauges(deps);
}

function registerJournalGauges({ metrics: { gauge, total }, journal }: GaugeDeps): void {
  gauge("nodes", "Nodes that run on the database, including this one", () => journal.stats().nodes);
  gauge("journal_queue", "Commands that wait for the next commit", () => journal.stats().waiting);
  gauge("journal_queue_bytes", "Bytes of commands that wait", () => journal.stats().waitingBytes);
  gauge(
    "journal_queue_oldest_seconds",
    "Age of the oldest command that waits",
    () => journal.stats().oldestMs / 1_000,
  );
  gauge(
    "journal_down_seconds",
    "How long the journal has had no connection; 0: it has one",
    () => journal.stats().downMs / 1_000,
  );
  gauge(
    "journal_ring_bytes",
    "Bytes of the latest entries kept for listeners",
    () => journal.stats().bufferBytes,
  );
  total("journal_commands", "Commands written", () => journal.stats().commands);
  total("journal_batches", "Batches committed", () => journal.stats().batches);
  total(
    "journal_refused",
    "Commands refused because too much waited",
    () => journal.stats().refused,
  );
  total("journal_repeats", "Batches sent again after a conflict", () => journal.stats().repeats);
}

function registerDeliveryGauges(deps: GaugeDeps): void {
  const { delivery, db } = deps;
  const { gauge, total } = deps.metrics;
  const readBacklog = shareQuery(deps, () => deps.waiting());
  gauge("deliveries_under_way", "Requests to endpoints under way", () => delivery.stats().underWay);
  gauge(
    "deliveries_due",
    "Lanes with a delivery that is due and not under way",
    async () => (await readBacklog())?.lanes ?? null,
  );
  gauge("deliveries_oldest_due_seconds", "How long the oldest of them has been due", async () => {
    const backlog = await readBacklog();
    return backlog && backlog.oldestMs / 1_000;
  });
  total("deliveries_attempted", "Attempts made", () => delivery.stats().attempted);
  const readFailures = shareQuery(deps, () => readFailureCounts(db));
  gauge(
    "dead_letters",
    "Deliveries that were given up and are kept for a replay",
    async () => (await readFailures())?.deadLetters ?? null,
  );
  gauge(
    "endpoints_off",
    "Endpoints that were switched off because of what they answer",
    async () => (await readFailures())?.endpointsOff ?? null,
  );
}

function registerSocketGauges({ metrics, sockets }: GaugeDeps): void {
  const { gauge, total } = metrics;
  gauge("sockets", "Operator sockets", () => sockets().sockets);
  gauge("event_feeds", "Event feeds over HTTP that wait for events", () => sockets().feeds);
  gauge("sockets_catching_up", "Sockets that read what they missed", () => sockets().catchingUp);
  gauge(
    "sockets_backlogged",
    "Sockets that read slower than is written",
    () => sockets().backlogged,
  );
  metrics.totals(
    "sockets_closed",
    "Operator sockets that Parlour closed, by code",
    "code",
    () => sockets().closed,
  );
  total(
    "sockets_closed_slow",
    "Sockets closed because they read too slowly",
    () => sockets().closedSlow,
  );
}

function registerDatabaseGauges({ metrics, pools }: GaugeDeps): void {
  const byPool = (figure: "connections" | "waiting") => (): ValuesByLabel =>
    Object.fromEntries(
      Object.entries(pools.stats()).map(([pool, counts]) => [pool, counts[figure]]),
    );
  metrics.gauges(
    "database_connections",
    "Connections of each pool to the database",
    "pool",
    byPool("connections"),
  );
  metrics.gauges(
    "database_waiting",
    "Queries that wait for a connection of the pool",
    "pool",
    byPool("waiting"),
  );
}

/** Registers the lag of the read replica and who answered its reads (CFG-120). */
function registerReplicaGauges(deps: GaugeDeps, replica: Replica): void {
  const { gauge, totals } = deps.metrics;
  const readState = shareQuery(deps, () => readReplicaState(replica, deps.db));
  gauge(
    "replica_lag_bytes",
    "Bytes of the log that the read replica has not replayed",
    async () => {
      const state = await readState();
      return state?.kind === "following" ? state.lagBytes : null;
    },
  );
  gauge(
    "replica_lag_seconds",
    "Age of the replica's latest commit; 0: it lacks nothing",
    async () => {
      const state = await readState();
      return state?.kind === "following" ? state.lagMs / 1_000 : null;
    },
  );
  totals(
    "replica_reads",
    "Reads that the replica answered, and those that the primary answered, by reason",
    "result",
    () => replica.counts,
  );
}

/** Registers the progress of the schema's steps that change rows in batches (CORE-281). */
function registerSchemaGauges(deps: GaugeDeps): void {
  const readBackfills = shareQuery(deps, () => listBackfills(deps.db));
  deps.metrics.gauges(
    "schema_backfill_ratio",
    "Share of the rows that a step of the schema has changed, while it runs",
    "step",
    async () =>
      Object.fromEntries(
        ((await readBackfills()) ?? []).map(({ step, rows, total }) => [
          step,
          total === null ? 0 : Math.min(1, rows / Math.max(1, total)),
        ]),
      ),
  );
}

/** Registers the figures of Redis. Without REDIS_URL, they have no values. */
function registerRedisGauges({ metrics, redis }: GaugeDeps): void {
  metrics.gauges("redis", "1: how Redis is used for messages between nodes", "use", () => {
    const state = redis?.state();
    if (!state) return null;
    return Object.fromEntries(redisUses.map((use) => [use, use === state.use ? 1 : 0]));
  });
  metrics.gauge("redis_latency_seconds", "Time of the latest command of Redis", () => {
    const latencyMs = redis?.state().latencyMs ?? null;
    return latencyMs === null ? null : latencyMs / 1_000;
  });
  metrics.totals(
    "bus_sent",
    "Messages and heads sent to other nodes while Redis is configured, by engine",
    "engine",
    () => ({ ...redis?.state().sent }),
  );
  metrics.total(
    "redis_refused",
    "Messages from Redis that were refused, because no node of this installation sent them",
    () => redis?.state().refused ?? 0,
  );
}

/** Registers the figures of the node's checks, its backups and its disk. */
function registerMachineGauges({ metrics, clock, health, dataDir }: GaugeDeps): void {
  const { gauge } = metrics;
  metrics.gauges("ready", "1: the check of /ready is ok", "check", async () =>
    Object.fromEntries(
      Object.entries(await health.ready()).map(([check, backlog]) => [
        check,
        backlog === "ok" ? 1 : 0,
      ]),
    ),
  );
  gauge("backup_age_seconds", "Age of the newest backup that is known here", async () => {
    const backup = await health.backup();
    return backup && (clock.now() - backup.at) / 1_000;
  });
  gauge("disk_free_bytes", "What the file system of DATA_DIR still takes", () =>
    readFreeSpace(dataDir).then(
      ({ freeMib }) => freeMib * 1024 * 1024,
      () => null,
    ),
  );
}

/** Maximum time in ms that a request for `/metrics` waits for the database. */
const queryTimeoutMs = 1_500;

/**
 * Shares one query among the gauges of one request. Resolves to null if the database does not
 * respond, so that the other gauges remain available.
 */
function shareQuery<T>(
  { clock, journal }: GaugeDeps,
  query: () => Promise<T>,
): () => Promise<T | null> {
  let pending: Promise<T | null> | null = null;
  const runQuery = async (): Promise<T | null> => {
    if (journal.stats().downMs > 0) return null;
    const answer: Promise<T | null> = query().catch(() => null);
    return (await waitWithTimeout(clock, queryTimeoutMs, answer)) ? answer : null;
  };
  return () => (pending ??= runQuery().finally(() => (pending = null)));
}
