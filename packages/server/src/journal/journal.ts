import type { Bus } from "../bus/index.ts";
import type { AccountConfig, Clock, WriteCommand } from "../core/command.ts";
import type { DeliveryPlanner } from "../core/delivery/planner.ts";
import type { Pools } from "../store/database/pools.ts";
import type { JournalEntry } from "./entry.ts";
import type { BufferLimits, EntryListener } from "./stream/entry-stream.ts";
import type { OtherNodesListener } from "./stream/node-sync.ts";
import type { ChangeSettings } from "./writing/outside/change-settings.ts";
import type { RecordDelivery } from "./writing/outside/record-delivery.ts";
import type { GatewayTestHook } from "./writing/decide-batch.ts";
import type { GatewayDeps } from "./writing/gateway-deps.ts";
import type { GatewayLimits, GatewayStats } from "./writing/gateway.ts";
import type { DeliveryChange, DeliveryChangeResult } from "./writing/jobs.ts";

/** A position in the journal of one account. The protocol's `Cursor` explains the epoch. */
interface JournalCursor {
  readonly epoch: string;
  readonly position: number;
}

export interface JournalDeps {
  readonly pools: Pools;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Clock for database timeouts: real time even if tests control `clock`, its default. */
  readonly databaseClock?: Clock;
  /** Key of the id permutation (CORE-004). Must stay the same for the lifetime of the database. */
  readonly secret: string | Uint8Array;
  readonly plan: DeliveryPlanner;
  /** Receives errors of the database and of listeners. The journal continues. */
  readonly onFault: (error: unknown) => void;
  readonly limits?: Partial<GatewayLimits>;
  readonly onCommit?: GatewayDeps["onCommit"];
  /** Called at each phase of a batch. Only crash tests set it. */
  readonly probe?: GatewayTestHook | undefined;
  readonly memory?: JournalMemoryLimits;
}
interface JournalMemoryLimits {
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

/** Executes commands with the settings of their account. */
export interface JournalWriter {
  /** Executes a command. The only write path for chats, messages and visitors (CORE-042). */
  readonly write: WriteCommand;
  /** Returns an account's settings from a cache. Rejects with Refusal `not_found`. */
  config(account: number): Promise<AccountConfig>;
}
export interface SettingsWriter {
  /** Runs `change` in one transaction with the account's lock, and adds `settings_changed`. */
  readonly change: ChangeSettings;
}
/** The entries of accounts, for consumers that follow them. */
export interface EntryFeed {
  /** Returns at most `limit` entries after a position, in order, from memory or the table. */
  read(account: number, after: number, limit: number): Promise<readonly JournalEntry[]>;
  /**
   * Calls the listener for every published batch, of all accounts or only of `account`. Positions
   * ascend within an account, and each occurs exactly once. The listener must not throw or wait.
   */
  subscribe(listener: EntryListener, account?: number): () => void;
  /** Calls the listener when the epoch changes. All earlier positions become invalid. */
  onReset(listener: () => void): () => void;
  /** Calls the listener when an account moved to this installation, or away from it (CFG-151). */
  onMove(listener: (account: number) => void): () => void;
}
/** The entries of accounts, with their heads. */
export interface EntryAccess extends EntryFeed {
  /**
   * Returns the current epoch and the highest published position of an account. Reads the database
   * if the published position is below `atLeast`.
   */
  head(account: number, atLeast?: number): Promise<JournalCursor>;
  /**
   * Returns the cursor in the present epoch, if the account brought its positions from another
   * installation (API-103). Returns others unchanged.
   */
  translateCursor(account: number, cursor: JournalCursor): Promise<JournalCursor>;
  /** Returns the highest position published on this node, or undefined if it does not follow. */
  published(account: number): number | undefined;
  /**
   * Removes a visitor and the buffered entries of the account from memory, because the data was
   * erased from the tables (CORE-116). `null` removes all cached states.
   */
  evict(account: number, visitorId: number | null): void;
}
/** Writes deliveries, and settings with theirs. */
export interface DeliveryJournal extends SettingsWriter {
  /** Writes a change of a delivery and its entry, and may claim the next one of the lane. */
  changeDelivery(account: number, change: DeliveryChange): Promise<DeliveryChangeResult>;
  /** Generates the id of a delivery that a settings change plans. */
  newDeliveryId(): Promise<number>;
  /** Writes a delivery that has ended, such as a request to the language model. */
  readonly recordDelivery: RecordDelivery;
}
export interface RunningNodes {
  /** Id of this node in the table `node`. The lock on its row shows that it runs (CORE-051). */
  readonly node: number;
  /** Calls the listener now and after each change with the ids of the other running nodes. */
  readonly onOtherNodesChange: (listener: OtherNodesListener) => void;
}
/** The journal of one node: write path, entries and settings. */
export interface Journal extends JournalWriter, DeliveryJournal, EntryAccess, RunningNodes {
  /** Returns an account's settings if they are cached. */
  cachedConfig(account: number): AccountConfig | undefined;
  /** Calls the listener after each batch of this node that adds deliveries. See `GatewayDeps`. */
  readonly onDeliveriesPlanned: (listener: GatewayDeps["onDeliveriesPlanned"]) => () => void;
  stats(): JournalStats;
  /** Resolves if the write connection responds. Rejects with DatabaseUnavailableError otherwise. */
  ping(): Promise<void>;
  /** For tests: resolves when all accepted commands are committed and published. */
  settle(): Promise<void>;
  /** Finishes accepted commands (CORE-131). The caller closes the pools and the bus. */
  close(): Promise<void>;
}
