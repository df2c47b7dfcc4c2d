import { lastPosition } from "../../store/last-entry.ts";
import type pg from "pg";
import type { Bus } from "../../bus/index.ts";
import type { Clock } from "../../core/command.ts";
import { listOtherNodes } from "../../store/database/nodes.ts";
import type { JournalEntry } from "../entry.ts";
import { createDelayedNotices } from "./delayed-notices.ts";
import { entriesTopic, parseEntries, type EntriesMessage } from "./entry-notice.ts";
import type { EntryStreams } from "./entry-stream.ts";

export interface NodeSyncDeps {
  readonly pool: pg.Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly streams: Pick<
    EntryStreams,
    "accounts" | "begin" | "noteHead" | "published" | "publishReceived"
  >;
  /** Id of this node. */
  readonly node: number;
  /** Returns the current epoch. */
  readonly epoch: () => string;
  readonly onFault: (error: unknown) => void;
}
export type OtherNodesListener = (nodes: readonly number[]) => void;
/** Handle of the exchange of heads with other nodes. */
export interface NodeSync {
  /** Returns the ids of the other running nodes at the latest poll, in ascending order. */
  otherNodes(): readonly number[];
  /** Calls the listener now and after each change with the ids of the other running nodes. */
  onOtherNodesChange(listener: OtherNodesListener): void;
  /** Announces the head of an account to the other nodes. */
  announceHead(account: number, head: number): void;
  /**
   * Sends entries that this node committed after `base` to the other nodes, at most 30 ms later
   * (`delayed-notices.ts`).
   */
  announceEntriesSoon(account: number, base: number, entries: readonly JournalEntry[]): void;
  close(): void;
}

/**
 * Interval in milliseconds at which heads are polled while other nodes run. Polling finds commits
 * whose notices were lost.
 */
const pollIntervalMs = 1_000;
/**
 * Poll interval in milliseconds while no other node is known. Polling is still needed, because the
 * notice of a new node may be lost.
 */
const soloPollIntervalMs = 10_000;
/**
 * Number of entries to read when another node first announces an account. It is larger than any
 * single settings change.
 */
const initialScanEntries = 16;

/**
 * Exchanges heads with the other nodes (CORE-132). A notice for account 0 means that a node has
 * started and the nodes must be read again.
 */
export async function startNodeSync({
  pool,
  bus,
  clock,
  streams,
  node,
  epoch,
  onFault,
}: NodeSyncDeps): Promise<NodeSync> {
  let others: readonly number[] = [];
  const listeners = new Set<OtherNodesListener>();
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
        clock.now() + (others.length > 0 ? pollIntervalMs : soloPollIntervalMs),
        () => void poll(),
      );
  };
  const readNodes = async (): Promise<void> => {
    const before = others;
    others = await listOtherNodes(pool, node);
    if (before.join() !== others.join()) for (const listener of listeners) listener(others);
  };
  const poll = async (): Promise<void> => {
    try {
      // Nodes are read before heads are read. If a node ends in between, the heads include its
      // last entries.
      await readNodes();
      await pollHeads(pool, streams);
    } catch (error) {
      handleError(error);
    }
    scheduleNextPoll();
  };
  const delayedNotices = createDelayedNotices({ bus, clock, epoch });
  const unsubscribers = [
    bus.onHead((account, head) => {
      if (account === 0) return void readNodes().then(scheduleNextPoll, handleError);
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
  await readNodes();
  scheduleNextPoll();
  bus.announce(0, node);
  return {
    otherNodes: () => others,
    onOtherNodesChange(listener) {
      listeners.add(listener);
      listener(others);
    },
    announceHead(account, head) {
      if (others.length > 0) bus.announce(account, head);
    },
    announceEntriesSoon(account, base, entries) {
      if (others.length > 0) delayedNotices.add(account, base, entries);
    },
    close() {
      isClosed = true;
      delayedNotices.close();
      cancelPoll?.();
      for (const unsubscribe of unsubscribers) unsubscribe();
    },
  };
}

/** Reads the heads of all accounts that this node follows. */
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
