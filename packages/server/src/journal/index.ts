import type { Bus } from "../bus/index.ts";
import type { AccountConfig, Clock, WriteCommand } from "../core/command.ts";
import { loadAccountConfig } from "../store/config.ts";
import { openIds } from "../store/ids.ts";
import type { Pools } from "../store/pools.ts";
import { GatewayConnection } from "./connection.ts";
import type { GatewayProbe } from "./decide.ts";
import { openDeliveries } from "./deliveries.ts";
import type { Deliveries, DeliveryDeps } from "./deliveries.ts";
import { openEndpointDown, planChange } from "./endpoint-down.ts";
import type { DownReason, ChangePlanner } from "./endpoint-down.ts";
import type { JournalEntry } from "./entry.ts";
import type { Owed, Planner } from "../queue/plan.ts";
import { toRefusal } from "./outage.ts";
import { openNumbering, type Numbering } from "./numbering.ts";
import { followOthers, type OtherNodes } from "./other-nodes.ts";
import { readEntries, readHead } from "./read.ts";
import { changeSettings } from "./settings.ts";
import type { ChangeSettings } from "./settings.ts";
import { StateCache } from "./state.ts";
import { Streams, ringLimits } from "./stream.ts";
import type { EntryListener, RingLimits } from "./stream.ts";
import { openUnsure, type Unsure } from "./unsure.ts";
import { Gateway, gatewayLimits } from "./write.ts";
import type { GatewayDeps, GatewayLimits, GatewayStats } from "./write.ts";

export type { Planner } from "../queue/plan.ts";
export type { AttemptReport } from "../queue/rows.ts";
export type { Deliveries } from "./deliveries.ts";
export type { GatewayProbe, GatewayStep } from "./decide.ts";
export type { JournalEntry } from "./entry.ts";
export type { MailedChange, ChangePlanner } from "./endpoint-down.ts";
export type { ChangeSettings, Tx } from "./settings.ts";
export type { GatewayLimits, GatewayStats } from "./write.ts";

/** A position in one account. The protocol's `Cursor` explains why it includes the epoch. */
export interface JournalCursor {
  readonly epoch: string;
  readonly position: number;
}

export interface JournalDeps {
  readonly pools: Pools;
  readonly bus: Bus;
  readonly clock: Clock;
  /**
   * Clock for database timeouts, which run in real time even if tests control `clock`. Default:
   * `clock`.
   */
  readonly linkClock?: Clock;
  /** Key of the id permutation (CORE-004). Must stay the same for the lifetime of the database. */
  readonly secret: string | Uint8Array;
  readonly plan: Planner;
  /** Plans mails about settings changes. Without it no mail is sent. */
  readonly planMailOfChange?: ChangePlanner;
  /**
   * Errors of the database and of listeners. The owner logs them once, and the journal continues.
   */
  readonly onFault: (error: unknown) => void;
  readonly limits?: Partial<GatewayLimits>;
  /** Called after a webhook was switched off because of its responses (WH-062). */
  readonly onEndpointDown?: (account: number, endpointId: number, reason: DownReason) => void;
  readonly onCommit?: GatewayDeps["onCommit"];
  /** Called with the number of running nodes, at the start and after each change (CORE-180). */
  readonly onNodes?: (nodes: number) => void;
  /** Called at each phase of a batch. Only crash tests set it. */
  readonly probe?: GatewayProbe;
  readonly ring?: Partial<RingLimits>;
  /** Maximum number of cached visitors and accounts. Default: 50,000 and 5,000. */
  readonly cache?: { readonly visitors?: number; readonly accounts?: number };
}
export interface JournalStats extends GatewayStats {
  readonly ringBytes: number;
  readonly ringAccounts: number;
  /** Milliseconds since the gateway lost its connection, or 0 while connected. */
  readonly downMs: number;
  /** Number of nodes running on the database, including this one. */
  readonly nodes: number;
}

/** The journal of one node: write path, entries, deliveries and settings. */
export interface Journal extends Deliveries {
  /** The only write path for chats, messages and visitors (CORE-042). */
  readonly write: WriteCommand;
  /**
   * Changes settings: locks the account's head, runs `change` in one transaction, raises
   * `config_version` and adds `settings_changed`.
   */
  readonly change: ChangeSettings;
  /**
   * Plans the mail about a new outbound address (CORE-165), for use inside `change`. Empty if mail
   * is not set up.
   */
  planMail(account: number, kind: "address_opened"): Promise<readonly Owed[]>;
  /** Id of this node in table `node`. Its lock shows other nodes that it is running (CORE-051). */
  readonly node: number;
  /**
   * Returns an account's settings from the bounded cache, which `settings_changed` refreshes.
   * Rejects with Refusal `not_found`.
   */
  config(account: number): Promise<AccountConfig>;
  /**
   * Returns the current epoch and the highest published position of an account. Reads the database
   * if the published position is below `atLeast`.
   */
  head(account: number, atLeast?: number): Promise<JournalCursor>;
  /**
   * Returns the highest position published on this node, or undefined if the account is not
   * followed.
   */
  published(account: number): number | undefined;
  /**
   * Returns at most `limit` entries after `after`, in ascending order, from memory or the table.
   */
  read(account: number, after: number, limit: number): Promise<readonly JournalEntry[]>;
  /**
   * Calls the listener for every published batch, or only for `account`. Positions ascend per
   * account, each exactly once. The listener must not throw or wait.
   */
  subscribe(listener: EntryListener, account?: number): () => void;
  /**
   * Evicts a visitor and the buffered entries of the account, because the tables were erased
   * (CORE-116). `null` evicts all cached states.
   */
  forget(account: number, visitorId: number | null): void;
  /** Calls the listener when the epoch changes. All earlier positions become invalid. */
  onReset(listener: () => void): () => void;
  /** Calls the listener after each batch of this node that adds deliveries. */
  onOwed(listener: () => void): () => void;
  stats(): JournalStats;
  /** Resolves if the write connection answers. Rejects with DatabaseUnavailableError. */
  ping(): Promise<void>;
  /** For tests: resolves when all accepted commands are committed and published. */
  settle(): Promise<void>;
  /**
   * Stops accepting commands and finishes the accepted ones (CORE-131). Does not close the pools
   * and the bus, which their owner closes.
   */
  close(): Promise<void>;
}

/** Opens the journal of this node: registers the node and connects the gateway. */
export async function openJournal(deps: JournalDeps): Promise<Journal> {
  const { pools, bus, clock, onFault, probe } = deps;
  const cache = new StateCache(deps.cache?.visitors ?? 50_000, deps.cache?.accounts ?? 5_000);
  const numbering = openNumbering(pools.writer, () => {
    streams.reset();
    cache.clear();
  });
  const streams = openStreams(deps, cache, () => void numbering.beginNew().catch(onFault));
  const linkClock = deps.linkClock ?? clock;
  const connection = new GatewayConnection({
    pools,
    clock: linkClock,
    onFault,
    onEpoch: (epoch) => numbering.take(epoch),
    ...(probe && { probe }),
  });
  await connection.open();
  const others = await followOthers({ pool: pools.writer, bus, clock, streams, node: connection.node, onFault, onNodes: deps.onNodes });
  const owed = new Set<() => void>();
  const wake = (): void => owed.forEach((listener) => listener());
  const unsure = openUnsure({ clock, streams, heads: (accounts) => headsOf(connection, accounts), owed: wake, onFault });
  const gateway = openGateway(deps, { connection, cache, streams, others, owed: wake, unsure });
  const change = openChange(deps, { cache, streams, others, unsure });
  const ids = openIds(pools.writer, deps.secret);
  const config = configReader(cache, pools.writer);

  return {
    ...openLedger(deps, { ids, config, change, submit: (account, task) => gateway.change(account, task) }),
    ...openEntries(deps, { cache, streams, numbering }),
    write: (command) => gateway.write(command),
    change,
    node: connection.node,
    config,
    onReset: (listener) => numbering.onReset(listener),
    onOwed(listener) {
      owed.add(listener);
      return () => void owed.delete(listener);
    },
    async settle() {
      await gateway.idle();
      await streams.settle();
    },
    ping: async () => void (await connection.query("ping", "select 1", [])),
    stats: () => ({ ...statsOf(gateway, streams, connection), nodes: others.count() + 1 }),
    async close() {
      others.close();
      unsure.close();
      await gateway.close();
      streams.close();
      await connection.close();
    },
  };
}

/**
 * Creates the entry streams of this process. Entries of other nodes evict outdated states and
 * settings.
 */
function openStreams({ clock, onFault, pools, ring }: JournalDeps, cache: StateCache, onRewind: () => void): Streams {
  return new Streams(
    {
      clock,
      onFault,
      readRows: (account, after, upTo, limit) => readEntries(pools.reader, account, after, upTo, limit),
      onFetched(entries) {
        for (const entry of entries) {
          if (entry.name === "settings_changed") cache.dropConfig(entry.account);
          else if (entry.visitorId !== null) cache.drop(entry.visitorId);
        }
      },
      onRewind,
    },
    { ...ringLimits, ...ring },
  );
}

/**
 * Creates the write path. It publishes committed entries here, notifies other nodes and wakes the
 * delivery worker.
 */
function openGateway(
  { clock, plan, pools, secret, onCommit, limits, probe }: JournalDeps,
  {
    connection,
    streams,
    others,
    unsure,
    ...by
  }: Pick<GatewayDeps, "cache" | "owed"> & {
    readonly connection: GatewayConnection;
    readonly streams: Streams;
    readonly others: OtherNodes;
    readonly unsure: Unsure;
  },
): Gateway {
  const ids = openIds(pools.brief, secret);
  return new Gateway(
    {
      ...by,
      connection,
      clock,
      plan,
      ids: { ...ids, ensure: (need) => mayWait(ids.ensure(need), connection) },
      loadConfig: (account) => connection.inTime(loadAccountConfig(pools.brief, account)),
      unsure: (account, entries) => unsure.note(account, entries),
      ...(probe && { probe }),
      published: (account) => streams.published(account),
      isAlone: () => others.isAlone(),
      onCommit,
      publish(account, base, entries) {
        streams.own(account, base, entries);
        others.announce(account, base + entries.length);
      },
    },
    { ...gatewayLimits, ...limits },
  );
}

const mayWait = (filling: Promise<void> | undefined, connection: GatewayConnection): Promise<void> | undefined =>
  filling && connection.inTime(filling);

/**
 * Reads committed heads on the gateway's connection. It reconnects only after the previous backend
 * ended, so no running commit is missed.
 */
const headsOf = (connection: GatewayConnection, accounts: readonly number[]) =>
  connection.query<{ account_id: number; position: number }>(
    "heads",
    "select account_id, position from account_head where account_id = any($1::bigint[])",
    [accounts],
  );

/**
 * Creates the settings writer. Each change evicts the account's cached settings and publishes the
 * new entries.
 */
function openChange(
  { pools, clock }: JournalDeps,
  {
    cache,
    streams,
    others,
    unsure,
  }: { readonly cache: StateCache; readonly streams: Streams; readonly others: OtherNodes; readonly unsure: Unsure },
): ChangeSettings {
  return changeSettings({
    pool: pools.writer,
    clock,
    unsure: (account, entries) => unsure.note(account, entries),
    committed(account, base, head) {
      cache.dropConfig(account);
      streams.begin(account, base);
      streams.look(account, head);
      others.announce(account, head);
      return streams.told(account, head);
    },
  });
}

/** Creates the methods that read and subscribe to entries. */
function openEntries(
  { pools }: JournalDeps,
  { cache, streams, numbering }: { readonly cache: StateCache; readonly streams: Streams; readonly numbering: Numbering },
): Pick<Journal, "head" | "published" | "read" | "subscribe" | "forget"> {
  return {
    async head(account, atLeast) {
      const position = await headOf(streams, pools.reader, account, atLeast ?? 0);
      return { epoch: numbering.epoch(), position };
    },
    published: (account) => streams.published(account),
    read: async (account, after, limit) =>
      streams.kept(account, after, limit) ?? readEntries(pools.reader, account, after, Number.MAX_SAFE_INTEGER, limit),
    subscribe: (listener, account) => streams.subscribe(listener, account),
    forget(account, visitorId) {
      if (visitorId !== null) cache.drop(visitorId);
      else cache.clear();
      streams.forget(account);
    },
  };
}

function statsOf(gateway: Gateway, streams: Streams, connection: GatewayConnection): Omit<JournalStats, "nodes"> {
  const { bytes, accounts } = streams.stats();
  return { ...gateway.stats(), ringBytes: bytes, ringAccounts: accounts, downMs: connection.downForMs() };
}

/** Returns settings from the cache, or loads them. Rejects with Refusal. */
function configReader(cache: StateCache, pool: Pools["writer"]): (account: number) => Promise<AccountConfig> {
  return async (account) => {
    const known = cache.config(account);
    if (known) return known;
    const since = cache.drops;
    const loaded = await loadAccountConfig(pool, account).catch((error: unknown) => Promise.reject(toRefusal(error)));
    cache.putConfig(loaded, since);
    return loaded;
  };
}

/** Returns the highest published position. Reads the database if it is below `atLeast`. */
async function headOf(streams: Streams, reader: Pools["reader"], account: number, atLeast: number): Promise<number> {
  const published = streams.published(account);
  if (published !== undefined && published >= atLeast) return published;
  const head = await readHead(reader, account);
  streams.begin(account, head);
  streams.look(account, head);
  return Math.max(streams.published(account) ?? head, head);
}

/** Creates the delivery methods and the outage monitor. */
function openLedger(
  { clock, pools, planMailOfChange, onFault, onEndpointDown }: JournalDeps,
  by: {
    readonly ids: ReturnType<typeof openIds>;
    readonly config: Journal["config"];
    readonly change: ChangeSettings;
    readonly submit: DeliveryDeps["change"];
  },
): Deliveries & Pick<Journal, "planMail"> {
  const { ids, config, change, submit } = by;
  const query = asking(pools.writer);
  const planning = {
    config,
    plan: planMailOfChange ?? (() => []),
    async deliveryId() {
      await ids.ensure({ chats: 0, visitors: 0, events: 1 });
      return ids.delivery();
    },
  };
  const onFailing = openEndpointDown({
    ...planning,
    clock,
    change,
    query,
    onFault,
    onDown: onEndpointDown ?? (() => undefined),
  });
  const planMail: Journal["planMail"] = (account, kind) => planChange(planning, account, { kind, delayMs: 0 });
  return { ...openDeliveries({ clock, config, change: submit, query, onFailing }), planMail };
}

/** Creates a query function that converts database outages to a Refusal. */
function asking(pool: Pools["writer"]) {
  return async <R>(text: string, values: readonly unknown[]): Promise<readonly R[]> =>
    (await pool.query(text, [...values]).catch((error: unknown) => Promise.reject(toRefusal(error)))).rows as R[];
}
