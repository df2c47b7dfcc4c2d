import { createIdSource } from "../store/database/ids.ts";
import { lastPosition } from "../store/last-entry.ts";
import { loadAccountConfig } from "../store/settings/account/config.ts";
import type { Journal, JournalDeps, JournalStats } from "./journal.ts";
import { createConfigReader, createEntryAccess } from "./reading.ts";
import { createBatchReader } from "./stream/batch-reader.ts";
import { EntryStreams, bufferLimits } from "./stream/entry-stream.ts";
import { startNodeSync, type NodeSync } from "./stream/node-sync.ts";
import { createTurns, type AccountTransactionDeps } from "./writing/outside/account-transaction.ts";
import { createChangeSettings } from "./writing/outside/change-settings.ts";
import { createRecordDelivery } from "./writing/outside/record-delivery.ts";
import { createOutcomeResolver, type OutcomeResolver } from "./writing/commit/unknown-outcomes.ts";
import { createEpochTracker } from "./writing/epoch.ts";
import { GatewayConnection } from "./writing/gateway-connection.ts";
import type { GatewayDeps } from "./writing/gateway-deps.ts";
import { CommitGateway, gatewayLimits } from "./writing/gateway.ts";
import { StateCache } from "./writing/state-cache.ts";

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
    probe,
  });
  await connection.open();
  const moves = createMoveListeners(streams, cache);
  const nodeSync = await startNodeSync({
    pool: pools.writer,
    bus,
    clock,
    streams,
    node: connection.node,
    epoch: () => epochTracker.epoch(),
    isConnected: () => connection.isConnected,
    onMove: moves.notify,
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
  const written = { cache, streams, nodeSync, outcomeResolver };
  const gateway = createGateway(deps, { ...written, connection, onDeliveriesPlanned: wake });
  const outside = createOutsideWriters(deps, written);
  const ids = createIdSource(pools.writer, deps.secret);

  return {
    ...createEntryAccess(deps, { cache, streams, epochTracker, moves }),
    write: (command) => gateway.write(command),
    ...outside,
    changeDelivery: (account, task) => gateway.change(account, task),
    newDeliveryId: () => takeDeliveryId(ids),
    node: connection.node,
    onOtherNodesChange: (listener) => nodeSync.onOtherNodesChange(listener),
    config: createConfigReader(cache, pools.writer),
    cachedConfig: (account) => cache.config(account),
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

async function takeDeliveryId(ids: ReturnType<typeof createIdSource>): Promise<number> {
  await ids.ensure({ chats: 0, visitors: 0, events: 1 });
  return ids.delivery();
}

/** Calls the listeners when an account moved, after this node has dropped its state. */
function createMoveListeners(streams: EntryStreams, cache: StateCache): MoveListeners {
  const listeners = new Set<(account: number) => void>();
  return {
    notify(account) {
      streams.end(account);
      cache.clear();
      for (const listener of listeners) listener(account);
    },
    onMove(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
interface MoveListeners {
  readonly notify: (account: number) => void;
  readonly onMove: Journal["onMove"];
}

interface DeliveryListeners {
  readonly wake: GatewayDeps["onDeliveriesPlanned"];
  readonly onDeliveriesPlanned: Journal["onDeliveriesPlanned"];
}

function createDeliveryListeners(): DeliveryListeners {
  const listeners = new Set<GatewayDeps["onDeliveriesPlanned"]>();
  return {
    wake: (lanes) => listeners.forEach((listener) => listener(lanes)),
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

/** Creates the write path, which publishes entries and wakes the delivery worker. */
function createGateway(
  { clock, plan, pools, secret, onCommit, limits, probe }: JournalDeps,
  {
    connection,
    streams,
    nodeSync,
    outcomeResolver,
    ...rest
  }: {
    readonly cache: StateCache;
    readonly onDeliveriesPlanned: GatewayDeps["onDeliveriesPlanned"];
    readonly connection: GatewayConnection;
    readonly streams: EntryStreams;
    readonly nodeSync: NodeSync;
    readonly outcomeResolver: OutcomeResolver;
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
      probe,
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
  connection.query<{ account: number; position: number }>(
    "heads",
    `select q.account_id as account, ${lastPosition("q.account_id")} as position from unnest($1::bigint[]) q(account_id)`,
    [accounts],
  );

/** Creates what writes entries outside of the gateway. It also publishes them. */
function createOutsideWriters(
  { pools, clock, databaseClock }: JournalDeps,
  {
    cache,
    streams,
    nodeSync,
    outcomeResolver,
  }: {
    readonly cache: StateCache;
    readonly streams: EntryStreams;
    readonly nodeSync: NodeSync;
    readonly outcomeResolver: OutcomeResolver;
  },
) {
  const deps: AccountTransactionDeps = {
    pool: pools.writer,
    takeTurn: createTurns(databaseClock ?? clock),
    onOutcomeUnknown: (account, entries) => outcomeResolver.note(account, entries),
    onCommitted(account, base, head) {
      streams.begin(account, base);
      streams.noteHead(account, head);
      nodeSync.announceHead(account, head);
      return streams.waitUntilPublished(account, head);
    },
  };
  return {
    recordDelivery: createRecordDelivery(deps),
    change: createChangeSettings({
      ...deps,
      clock,
      onCommitted(account, base, head) {
        cache.evictConfig(account);
        return deps.onCommitted(account, base, head);
      },
    }),
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
