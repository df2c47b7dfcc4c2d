import type { Bus } from "../bus/index.ts";
import type { AccountConfig, Clock, Write } from "../core/ports.ts";
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

/** A place in the numbering of one account; why it takes an epoch: `Cursor` of the protocol. */
export interface JournalCursor {
  readonly epoch: string;
  readonly position: number;
}

export interface JournalDeps {
  readonly pools: Pools;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Measures how long the gateway waits for the database, which answers in the machine's time whatever the rules' clock says; default `clock`. */
  readonly linkClock?: Clock;
  /** Keys the permutation of ids (CORE-004); the same for the whole life of the database. */
  readonly secret: string | Uint8Array;
  readonly plan: Planner;
  /** Plans the mails about changes of settings; absent: none. */
  readonly planMailOfChange?: ChangePlanner;
  /** Faults of the database and of listeners: log them once; the journal goes on. */
  readonly onFault: (error: unknown) => void;
  readonly limits?: Partial<GatewayLimits>;
  /** A webhook's endpoint was switched off because of what it answers (WH-062). */
  readonly onEndpointDown?: (account: number, endpointId: number, reason: DownReason) => void;
  readonly onCommit?: GatewayDeps["onCommit"];
  /** How many nodes run on the database, at the start and when it changes (CORE-180). */
  readonly onNodes?: (nodes: number) => void;
  /** Called at each named step of a batch; absent outside of crash tests. */
  readonly probe?: GatewayProbe;
  readonly ring?: Partial<RingLimits>;
  /** Visitors and accounts remembered; default 50,000 and 5,000. */
  readonly cache?: { readonly visitors?: number; readonly accounts?: number };
}
export interface JournalStats extends GatewayStats {
  readonly ringBytes: number;
  readonly ringAccounts: number;
  /** Milliseconds without a connection of the gateway; 0 when there is one. */
  readonly downMs: number;
  /** Nodes that run on the database, this one among them. */
  readonly nodes: number;
}

export interface Journal extends Deliveries {
  /** The one write path of chats, messages and visitors (CORE-042). */
  readonly write: Write;
  /** A change of settings: takes the account's head, runs `change` in one transaction, raises config_version, adds settings_changed. */
  readonly change: ChangeSettings;
  /** Deliveries of the mail about a new outbound address (CORE-165), for `change` to write; empty: mail is not set up. */
  planMail(account: number, kind: "address_opened"): Promise<readonly Owed[]>;
  /** Id of this node in the table `node`; its lock shows others that it runs (CORE-051). */
  readonly node: number;
  /** Settings of an account from the cache (bounded; refreshed by settings_changed). Rejects with Refusal `not_found`. */
  config(account: number): Promise<AccountConfig>;
  /** Present epoch and highest published position of an account. `atLeast`: looks at the database when less than that is published here. */
  head(account: number, atLeast?: number): Promise<JournalCursor>;
  /** Highest position published here; undefined for an account that nobody has asked for. */
  published(account: number): number | undefined;
  /** Entries after `position`, ascending, from memory or the table; at most `limit`. */
  read(account: number, after: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Called for every published batch, ascending per account, each position once; with `account` for that one only. Must not throw or wait. */
  subscribe(listener: EntryListener, account?: number): () => void;
  /** What memory holds of a visitor, and of the account's latest entries, is read again: they were emptied in the tables (CORE-116). */
  forget(account: number, visitorId: number | null): void;
  /** Called when the numbering changed (another epoch): all positions known are void. */
  onReset(listener: () => void): () => void;
  /** Called after every batch of this node that owes something: deliveries may be due. */
  onOwed(listener: () => void): () => void;
  stats(): JournalStats;
  /** Resolves when the connection that writes answers. Rejects with NotConnected. */
  ping(): Promise<void>;
  /** Resolves when everything that this node took is committed and published; for tests. */
  settle(): Promise<void>;
  /** Stops taking commands, finishes those taken (CORE-131). Pools and bus stay open: their owner closes them. */
  close(): Promise<void>;
}

/** Opens the journal of this node: registers it and connects the gateway. */
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

/** What is published in this process. Entries of other nodes drop the states and settings that they made old. */
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

/** The write path: what it commits is published here, told to the other nodes, and wakes who delivers. */
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

/** On the gateway's connection: it comes back when the backend of the one before is gone, so nothing under way is missed. */
const headsOf = (connection: GatewayConnection, accounts: readonly number[]) =>
  connection.query<{ account_id: number; position: number }>(
    "heads",
    "select account_id, position from account_head where account_id = any($1::bigint[])",
    [accounts],
  );

/** Changes of settings: what was known of the account is void, and its new entries are read and told. */
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

/** What readers see of the journal. */
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

/** Settings from the cache, else from the tables. Rejects with Refusal. */
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

/** Highest position published here, and at least `atLeast`: the database is asked when less is known. */
async function headOf(streams: Streams, reader: Pools["reader"], account: number, atLeast: number): Promise<number> {
  const published = streams.published(account);
  if (published !== undefined && published >= atLeast) return published;
  const head = await readHead(reader, account);
  streams.begin(account, head);
  streams.look(account, head);
  return Math.max(streams.published(account) ?? head, head);
}

/** The deliveries, and what becomes of endpoints that fail. */
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

/** A query whose failure is said as one of ours. */
function asking(pool: Pools["writer"]) {
  return async <R>(text: string, values: readonly unknown[]): Promise<readonly R[]> =>
    (await pool.query(text, [...values]).catch((error: unknown) => Promise.reject(toRefusal(error)))).rows as R[];
}
