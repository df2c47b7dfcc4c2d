import { lastPosition } from "../../store/last-entry.ts";
import type pg from "pg";
import type { Bus } from "../../bus/index.ts";
import type { Clock } from "../../core/command.ts";
import type { JournalEntry } from "../entry.ts";
import { createDelayedNotices } from "./delayed-notices.ts";
import { entriesTopic, parseEntries, type EntriesMessage } from "./entry-notice.ts";
import type { EntryStreams } from "./entry-stream.ts";
import { KnownNodes, type KnownNodesDeps, type OtherNodesListener } from "./known-nodes.ts";

export type { OtherNodesListener } from "./known-nodes.ts";

export interface NodeSyncDeps extends KnownNodesDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly streams: Pick<
    EntryStreams,
    "accounts" | "begin" | "noteHead" | "published" | "publishReceived"
  >;
  readonly epoch: () => string;
  /** Receives an account that moved to this installation, or away from it. */
  readonly onMove: (account: number) => void;
  readonly onFault: (error: unknown) => void;
}
/** Handle of the exchange of heads with other nodes. */
export interface NodeSync {
  /** Returns the ids of the other running nodes at the latest poll, in ascending order. */
  otherNodes(): readonly number[];
  /** Calls the listener now and after each change with the ids of the other running nodes. */
  onOtherNodesChange(listener: OtherNodesListener): void;
  /** Must be called when this node has its lock again. The others then read the nodes again. */
  noteReconnect(): void;
  announceHead(account: number, head: number): void;
  /** Sends entries written after `base` to the others within 30 ms (`delayed-notices.ts`). */
  announceEntriesSoon(account: number, base: number, entries: readonly JournalEntry[]): void;
  close(): void;
}

/** Interval in ms at which heads are polled, in case notices of other nodes were lost. */
const pollIntervalMs = 1_000;
/** Poll interval in ms without a known node, whose notice may have been lost. */
const soloPollIntervalMs = 10_000;
/** Entries to read when another node first announces an account: above any change. */
const initialScanEntries = 16;

/**
 * Exchanges heads (CORE-132). A notice for account 0: a node has its lock. A notice for account −n:
 * account n moved to this installation, or away from it.
 */
export async function startNodeSync({
  pool,
  bus,
  clock,
  streams,
  node,
  epoch,
  isConnected,
  onMove,
  onFault,
}: NodeSyncDeps): Promise<NodeSync> {
  const nodes = new KnownNodes({ pool, clock, node, isConnected });
  const hasOthers = (): boolean => nodes.list().length > 0;
  let isClosed = false;
  let cancelPoll: (() => void) | undefined;

  const handleError = (error: unknown): void => {
    // After `close` the owner may close the pool immediately, so errors no longer matter.
    if (!isClosed) onFault(error);
  };
  const scheduleNextPoll = (): void => {
    cancelPoll?.();
    if (!isClosed)
      cancelPoll = clock.scheduleAt(
        clock.now() + (hasOthers() ? pollIntervalMs : soloPollIntervalMs),
        () => void poll(),
      );
  };
  const poll = async (): Promise<void> => {
    try {
      // Nodes are read before heads are read. If a node ends in between, the heads include its
      // last entries.
      await nodes.read();
      await pollHeads(pool, streams);
    } catch (error) {
      handleError(error);
    }
    scheduleNextPoll();
  };
  const delayedNotices = createDelayedNotices({ bus, clock, epoch });
  const unsubscribers = [
    bus.onHead((account, head) => {
      if (account === 0) return void nodes.read().then(scheduleNextPoll, handleError);
      if (account < 0) return onMove(-account);
      noteHead(streams, account, head);
    }),
    bus.subscribe(entriesTopic, (text) => {
      try {
        receiveEntries(streams, parseEntries(text), epoch());
      } catch (error) {
        handleError(error);
      }
    }),
  ];
  await nodes.read();
  scheduleNextPoll();
  bus.announce(0, node);
  return {
    otherNodes: () => nodes.list(),
    onOtherNodesChange: (listener) => nodes.onChange(listener),
    noteReconnect() {
      nodes.noteReconnect();
      bus.announce(0, node);
    },
    announceHead(account, head) {
      if (hasOthers()) bus.announce(account, head);
    },
    announceEntriesSoon(account, base, entries) {
      if (hasOthers()) delayedNotices.add(account, base, entries);
    },
    close() {
      isClosed = true;
      delayedNotices.close();
      cancelPoll?.();
      for (const unsubscribe of unsubscribers) unsubscribe();
    },
  };
}

async function pollHeads(pool: pg.Pool, streams: NodeSyncDeps["streams"]): Promise<void> {
  const { rows } = await pool.query<{ account_id: number; position: number }>(
    `select q.account_id, ${lastPosition("q.account_id")} as position from unnest($1::bigint[]) q(account_id)`,
    [streams.accounts()],
  );
  for (const row of rows) streams.noteHead(row.account_id, row.position);
}
/** Handles a head that another node announced. */
function noteHead(streams: NodeSyncDeps["streams"], account: number, head: number): void {
  // For an account that this node does not follow yet, reads its last entries, because caches of
  // this node may contain an older state.
  streams.begin(account, Math.max(head - initialScanEntries, 0));
  streams.noteHead(account, head);
}
/** Handles entries of another node. Those of another epoch are read from the table. */
function receiveEntries(
  streams: NodeSyncDeps["streams"],
  message: EntriesMessage,
  epoch: string,
): void {
  for (const { account, base, entries } of message.notices)
    if (message.epoch === epoch && streams.published(account) === base)
      streams.publishReceived(account, base, entries);
    else noteHead(streams, account, base + entries.length);
}
