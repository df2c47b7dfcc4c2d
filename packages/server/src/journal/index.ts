import { lastPosition } from "../store/last-entry.ts";
import type { Bus } from "../bus/index.ts";
import type { AccountConfig, Clock, WriteCommand } from "../core/command.ts";
import { loadAccountConfig } from "../store/settings/account/config.ts";
import { createIdSource } from "../store/database/ids.ts";
import type { Pools } from "../store/database/pools.ts";
import { GatewayConnection } from "./writing/gateway-connection.ts";
import type { GatewayTestHook } from "./writing/decide-batch.ts";
import type { JournalEntry } from "./entry.ts";
import type { DeliveryPlanner } from "../core/delivery/planner.ts";
import { toRefusal } from "../store/database/database-errors.ts";
import { createEpochTracker, type EpochTracker } from "./writing/epoch.ts";
import { startNodeSync, type NodeSync, type OtherNodesListener } from "./stream/node-sync.ts";
import { createBatchReader } from "./stream/batch-reader.ts";
import { readEntries, readHead } from "./stream/read-entries.ts";
import { createChangeSettings } from "./writing/change-settings.ts";
import type { ChangeSettings } from "./writing/change-settings.ts";
import type { DeliveryChange, DeliveryChangeResult } from "./writing/jobs.ts";
import { StateCache } from "./writing/state-cache.ts";
import { EntryStreams, bufferLimits } from "./stream/entry-stream.ts";
import type { EntryListener, BufferLimits } from "./stream/entry-stream.ts";
import { createOutcomeResolver, type OutcomeResolver } from "./writing/commit/unknown-outcomes.ts";
import { CommitGateway, gatewayLimits } from "./writing/gateway.ts";
import type { GatewayDeps, GatewayLimits, GatewayStats } from "./writing/gateway.ts";

export type { DeliveryPlanner } from "../core/delivery/planner.ts";
export type { GatewayTestHook, GatewayPhase } from "./writing/decide-batch.ts";
export type { JournalEntry } from "./entry.ts";
export type { DeliveryChange, DeliveryChangeResult } from "./writing/jobs.ts";
export type { ChangeSettings, Transaction } from "./writing/change-settings.ts";
export type { GatewayLimits, GatewayStats } from "./writing/gateway.ts";

/**
 * A position in the journal of one account. The protocol's `Cursor` explains why it includes the
 * epoch.
 */
export interface JournalCursor {
  readonly epoch: string;
  readonly position: number;
}

export interface JournalDeps {
  readonly pools: Pools;
  readonly bus: Bus;
  readonly clock: Clock;
  /**
   * Clock for database timeouts, which run in real time even if tests control `clock`. The default
   * is `clock`.
   */
  readonly databaseClock?: Clock;
  /** Key of the id permutation (CORE-004). Must stay the same for the lifetime of the database. */
  readonly secret: string | Uint8Array;
  readonly plan: DeliveryPlanner;
  /**
   * Receives errors of the database and of listeners. The owner logs each error once, and the
   * journal continues.
   */
  readonly onFault: (error: unknown) => void;
  readonly limits?: Partial<GatewayLimits>;
  readonly onCommit?: GatewayDeps["onCommit"];
  /** Called at each phase of a batch. Only crash tests set it. */
  readonly probe?: GatewayTestHook;
  readonly memory?: JournalMemoryLimits;
}
/** Limits of what the journal keeps in memory. */
export interface JournalMemoryLimits {
  readonly buffer?: Partial<BufferLimits>;
  /** Maximum numbers of cached visitors and accounts. The defaults are 50,000 and 5,000. */
  readonly visitors?: number;
  readonly accounts?: number;
}
export interface JournalStats extends GatewayStats {
  readonly bufferBytes: number;
  readonly bufferAccounts: number;
  /** Milliseconds since the gateway lost its connection, or 0 while connected. */
  readonly downMs: number;
  /** Number of nodes running on the database, including this one. */
  readonly nodes: number;
}

/** The journal of one node: write path, entries and settings. */
export interface Journal {
  /**
   * Executes a command. This is the only write path for chats, messages and visitors (CORE-042).
   */
  readonly write: WriteCommand;
  /**
   * Changes settings: takes the account's lock, runs `change` in one transaction, raises
   * `config_version` and adds `settings_changed` entries.
   */
  readonly change: ChangeSettings;
  /**
   * Writes one change of a delivery and its entry, and may claim the next delivery of the lane.
   */
  changeDelivery(account: number, change: DeliveryChange): Promise<DeliveryChangeResult>;
  /** Generates the id of a delivery that a settings change plans. */
  newDeliveryId(): Promise<number>;
  /**
   * Id of this node in the table `node`. The lock on its row shows other nodes that this node is
   * running (CORE-051).
   */
  readonly node: number;
  /** Calls the listener now and after each change with the ids of the other running nodes. */
  readonly onOtherNodesChange: (listener: OtherNodesListener) => void;
  /**
   * Returns an account's settings from a bounded cache, which `settings_changed` refreshes. Rejects
   * with Refusal `not_found`.
   */
  config(account: number): Promise<AccountConfig>;
  /**
   * Returns the current epoch and the highest published position of an account. Reads the database
   * if the published position is below `atLeast`.
   */
  head(account: number, atLeast?: number): Promise<JournalCursor>;
  /**
   * Returns the highest position published on this node, or undefined if this node does not follow
   * the account.
   */
  published(account: number): number | undefined;
  /**
   * Returns at most `limit` entries after the position `after`, in ascending order, from memory or
   * from the table.
   */
  read(account: number, after: number, limit: number): Promise<readonly JournalEntry[]>;
  /**
   * Calls the listener for every published batch, of all accounts or only of `account`. Positions
   * ascend within an account, and each occurs exactly once. The listener must not throw or wait.
   */
  subscribe(listener: EntryListener, account?: number): () => void;
  /**
   * Removes a visitor and the buffered entries of the account from memory, because the data was
   * erased from the tables (CORE-116). `null` removes all cached states.
   */
  evict(account: number, visitorId: number | null): void;
  /** Calls the listener when the epoch changes. All earlier positions become invalid. */
  onReset(listener: () => void): () => void;
  /** Calls the listener after each batch of this node that adds deliveries. */
  readonly onDeliveriesPlanned: (listener: () => void) => () => void;
  stats(): JournalStats;
  /** Resolves if the write connection responds. Rejects with DatabaseUnavailableError otherwise. */
  ping(): Promise<void>;
  /** For tests: resolves when all accepted commands are committed and published. */
  settle(): Promise<void>;
  /**
   * Stops accepting commands and finishes the accepted ones (CORE-131). Does not close the pools
   * and the bus, which belong to the caller.
   */
  close(): Promise<void>;
}

/** Opens the journal of this node: registers the node and connects the commit gateway. */
export async function openJournal(deps: JournalDeps): Promise<Journal> {
  const { pools, bus, clock, onFault, probe } = deps;
  const { visitors = 50_000, accounts = 5_000 } = deps.memory ?? {};
  const cache = new StateCache(visitors, accounts);
  const epochTracker = createEpochTracker(pools.writer, () => {
    streams.reset();
    cache.clear();
  });
  const streams = createStreams(
    deps,
    cache,
    () => void epochTracker.startNewEpoch().catch(onFault),
  );
  let noteReconnect = (): void => undefined;
  const connection = new GatewayConnection({
    pools,
    clock: deps.databaseClock ?? clock,
    onFault,
    onEpoch(epoch) {
      epochTracker.setEpoch(epoch);
      noteReconnect();
    },
    ...(probe && { probe }),
  });
  await connection.open();
  const nodeSync = await startNodeSync({
    pool: pools.writer,
    bus,
    clock,
    streams,
    node: connection.node,
    epoch: () => epochTracker.epoch(),
    isConnected: () => connection.isConnected,
    onFault,
  });
  noteReconnect = () => nodeSync.noteReconnect();
  const { wake, onDeliveriesPlanned } = createDeliveryListeners();
  const outcomeResolver = createOutcomeResolver({
    clock,
    streams,
    heads: (accounts) => readHeads(connection, accounts),
    onDeliveriesPlanned: wake,
    onFault,
  });
  const written = { cache, streams, others: nodeSync, unsure: outcomeResolver };
  const gateway = createGateway(deps, { ...written, connection, onDeliveriesPlanned: wake });
  const change = createSettingsWriter(deps, written);
  const ids = createIdSource(pools.writer, deps.secret);

  return {
    ...createEntryAccess(deps, { cache, streams, numbering: epochTracker }),
    write: (command) => gateway.write(command),
    change,
    changeDelivery: (account, task) => gateway.change(account, task),
    async newDeliveryId() {
      await ids.ensure({ chats: 0, visitors: 0, events: 1 });
      return ids.delivery();
    },
    node: connection.node,
    onOtherNodesChange: (listener) => nodeSync.onOtherNodesChange(listener),
    config: createConfigReader(cache, pools.writer),
    onReset: (listener) => epochTracker.onReset(listener),
    onDeliveriesPlanned,
    async settle() {
      await gateway.idle();
      await streams.settle();
    },
    ping: () => connection.ping(),
    stats: () => ({
      ...getStats(gateway, streams, connection),
      nodes: nodeSync.otherNodes().length + 1,
    }),
    async close() {
      nodeSync.close();
      outcomeResolver.close();
      await gateway.close();
      streams.close();
      await connection.close();
    },
  };
}

interface DeliveryListeners {
  readonly wake: () => void;
  readonly onDeliveriesPlanned: Journal["onDeliveriesPlanned"];
}

function createDeliveryListeners(): DeliveryListeners {
  const listeners = new Set<() => void>();
  return {
    wake: () => listeners.forEach((listener) => listener()),
    onDeliveriesPlanned: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Creates the entry streams of this process. Entries of other nodes remove outdated states and
 * settings from the caches.
 */
function createStreams(
  { clock, onFault, pools, memory }: JournalDeps,
  cache: StateCache,
  onRewind: () => void,
): EntryStreams {
  return new EntryStreams(
    {
      clock,
      onFault,
      readRows: createBatchReader(pools.gatewayReads),
      onFetched(entries) {
        for (const entry of entries) {
          if (entry.name === "settings_changed") cache.evictConfig(entry.account);
          else if (entry.visitorId !== null) cache.evict(entry.visitorId);
        }
      },
      onRewind,
    },
    { ...bufferLimits, ...memory?.buffer },
  );
}

/**
 * Creates the write path. It publishes committed entries on this node, notifies other nodes and
 * wakes the delivery worker.
 */
function createGateway(
  { clock, plan, pools, secret, onCommit, limits, probe }: JournalDeps,
  {
    connection,
    streams,
    others: nodeSync,
    unsure: outcomeResolver,
    ...rest
  }: Pick<GatewayDeps, "cache" | "onDeliveriesPlanned"> & {
    readonly connection: GatewayConnection;
    readonly streams: EntryStreams;
    readonly others: NodeSync;
    readonly unsure: OutcomeResolver;
  },
): CommitGateway {
  const ids = createIdSource(pools.gatewayReads, secret);
  return new CommitGateway(
    {
      ...rest,
      connection,
      clock,
      plan,
      ids: { ...ids, ensure: (need) => withOptionalTimeout(ids.ensure(need), connection) },
      loadConfig: (account) =>
        connection.withTimeout(loadAccountConfig(pools.gatewayReads, account)),
      onOutcomeUnknown: (account, entries) => outcomeResolver.note(account, entries),
      ...(probe && { probe }),
      onCommit,
      entries: {
        published: (account) => streams.published(account),
        publish(account, base, written) {
          streams.publishOwn(account, base, written);
          nodeSync.announceEntriesSoon(account, base, written);
        },
      },
    },
    { ...gatewayLimits, ...limits },
  );
}

const withOptionalTimeout = (
  filling: Promise<void> | undefined,
  connection: GatewayConnection,
): Promise<void> | undefined => filling && connection.withTimeout(filling);

/**
 * Reads committed heads on the gateway's connection. The gateway reconnects only after its previous
 * database session has ended, so no running commit is missed.
 */
const readHeads = (connection: GatewayConnection, accounts: readonly number[]) =>
  connection.query<{ account_id: number; position: number }>(
    "heads",
    `select q.account_id, ${lastPosition("q.account_id")} as position from unnest($1::bigint[]) q(account_id)`,
    [accounts],
  );

/**
 * Creates the settings writer. Each change removes the account's settings from the cache and
 * publishes the new entries.
 */
function createSettingsWriter(
  { pools, clock }: JournalDeps,
  {
    cache,
    streams,
    others: nodeSync,
    unsure: outcomeResolver,
  }: {
    readonly cache: StateCache;
    readonly streams: EntryStreams;
    readonly others: NodeSync;
    readonly unsure: OutcomeResolver;
  },
): ChangeSettings {
  return createChangeSettings({
    pool: pools.writer,
    clock,
    onOutcomeUnknown: (account, entries) => outcomeResolver.note(account, entries),
    onCommitted(account, base, head) {
      cache.evictConfig(account);
      streams.begin(account, base);
      streams.noteHead(account, head);
      nodeSync.announceHead(account, head);
      return streams.waitUntilPublished(account, head);
    },
  });
}

/** Creates the methods that read and subscribe to entries. */
function createEntryAccess(
  { pools }: JournalDeps,
  {
    cache,
    streams,
    numbering: epochTracker,
  }: {
    readonly cache: StateCache;
    readonly streams: EntryStreams;
    readonly numbering: EpochTracker;
  },
): Pick<Journal, "head" | "published" | "read" | "subscribe" | "evict"> {
  return {
    async head(account, atLeast) {
      const position = await resolveHead(streams, pools.reader, account, atLeast ?? 0);
      return { epoch: epochTracker.epoch(), position };
    },
    published: (account) => streams.published(account),
    read: async (account, after, limit) =>
      streams.readBuffered(account, after, limit) ??
      readEntries(pools.reader, account, { after, upTo: Number.MAX_SAFE_INTEGER, limit }),
    subscribe: (listener, account) => streams.subscribe(listener, account),
    evict(account, visitorId) {
      if (visitorId !== null) cache.evict(visitorId);
      else cache.clear();
      streams.clearBuffer(account);
    },
  };
}

function getStats(
  gateway: CommitGateway,
  streams: EntryStreams,
  connection: GatewayConnection,
): Omit<JournalStats, "nodes"> {
  const { bytes, accounts } = streams.stats();
  return {
    ...gateway.stats(),
    bufferBytes: bytes,
    bufferAccounts: accounts,
    downMs: connection.downForMs(),
  };
}

/**
 * Returns settings from the cache, or loads them. Rejects with Refusal if the account does not
 * exist.
 */
function createConfigReader(
  cache: StateCache,
  pool: Pools["writer"],
): (account: number) => Promise<AccountConfig> {
  return async (account) => {
    const cached = cache.config(account);
    if (cached) return cached;
    const since = cache.evictions;
    const loaded = await loadAccountConfig(pool, account).catch((error: unknown) =>
      Promise.reject(toRefusal(error)),
    );
    cache.putConfig(loaded, since);
    return loaded;
  };
}

/**
 * Returns the highest published position. Reads the database if that position is below `atLeast`.
 */
async function resolveHead(
  streams: EntryStreams,
  reader: Pools["reader"],
  account: number,
  atLeast: number,
): Promise<number> {
  const published = streams.published(account);
  if (published !== undefined && published >= atLeast) return published;
  const head = await readHead(reader, account);
  streams.begin(account, head);
  streams.noteHead(account, head);
  return Math.max(streams.published(account) ?? head, head);
}
