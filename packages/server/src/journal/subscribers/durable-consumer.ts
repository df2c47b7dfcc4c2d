import type pg from "pg";
import type { Clock } from "../../core/command.ts";
import type { JournalEntry } from "../entry.ts";
import type { Journal } from "../index.ts";
import { ConsumerCursors } from "./consumer-cursors.ts";

export interface ConsumerDeps {
  readonly journal: Pick<Journal, "subscribe" | "read" | "onReset">;
  /** Reads and saves cursors with the writer role. */
  readonly pool: Pick<pg.Pool, "query">;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}
/** The work of one consumer. */
export interface ConsumerHandler {
  /** Name of the consumer in the table `cursor`. */
  readonly name: string;
  readonly isRelevant: (entry: JournalEntry) => boolean;
  /**
   * Handles the entries. May receive the same entries twice, also on two nodes at once. If it
   * rejects, it is called again after 1 s.
   */
  readonly handle: (entries: readonly JournalEntry[]) => Promise<void>;
  /**
   * Minimum time between two rounds in milliseconds, which limits the statements of a busy journal.
   * 0: no pause.
   */
  readonly minIntervalMs: number;
  /** Maximum number of entries per round. Default: 2,000. */
  readonly maxEntries?: number;
}
/** Handle of a running consumer. */
export interface DurableConsumer {
  /** Resolves when all entries published so far are handled. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
const retryDelayMs = 1_000;
const maxEntriesPerRound = 2_000;

/**
 * Follows all accounts from saved cursors. Does not query the database while idle (journal.md 3).
 */
export async function startDurableConsumer(
  deps: ConsumerDeps,
  handler: ConsumerHandler,
): Promise<DurableConsumer> {
  const rounds = createRounds(deps, handler);
  let running: Promise<void> | null = null;
  const alarm = createAlarm(deps.clock);
  let earliestStart = 0;
  let hasFailed = false;
  let isStarted = false;
  let isClosed = false;

  const wake = (): void => {
    if (!isStarted || running || alarm.isSet() || isClosed || !rounds.isBehind()) return;
    const delayMs = hasFailed ? retryDelayMs : Math.max(earliestStart - deps.clock.now(), 0);
    if (delayMs === 0) start();
    else alarm.set(delayMs, start);
  };
  const start = (): void => {
    running ??= rounds
      .run()
      .then((isCurrent) => {
        if (isCurrent) hasFailed = false;
      })
      .catch((error: unknown) => {
        hasFailed = true;
        deps.onFault(error);
      })
      .finally(() => {
        running = null;
        earliestStart = deps.clock.now() + handler.minIntervalMs;
        wake();
      });
  };
  const unsubscribers = [
    deps.journal.subscribe((account, entries) => {
      if (rounds.noteEntries(account, entries)) wake();
    }),
    deps.journal.onReset(() => {
      rounds.reset();
      wake();
    }),
  ];
  await rounds.load();
  isStarted = true;
  wake();
  return {
    async settle() {
      while (!isClosed && (rounds.isBehind() || running)) {
        // A failed round waits for its alarm.
        if (hasFailed && !running) return;
        alarm.cancel();
        start();
        await running;
      }
    },
    async close() {
      isClosed = true;
      for (const unsubscribe of unsubscribers) unsubscribe();
      alarm.cancel();
      await running;
    },
  };
}

/** The rounds of a consumer: each reads from its cursors, handles the entries and saves. */
function createRounds({ journal, pool }: ConsumerDeps, handler: ConsumerHandler) {
  const positions = new ConsumerCursors();
  let isLoaded = false;
  /** Number of epochs that ended since the start. */
  let endedEpochs = 0;
  const load = async (): Promise<void> => {
    const epochCount = endedEpochs;
    const rows = await readUnreadAccounts(pool, handler.name);
    if (epochCount !== endedEpochs) return;
    for (const row of rows) positions.load(row.account_id, row.cursor, row.head);
    isLoaded = true;
  };
  return {
    load,
    isBehind: (): boolean => !isLoaded || positions.isBehind,
    noteEntries: (account: number, entries: readonly JournalEntry[]): boolean =>
      noteNewEntries(positions, account, entries, handler),
    /** Runs a round. Resolves to whether its epoch is still the current one. */
    async run(): Promise<boolean> {
      if (!isLoaded) await load();
      const epochCount = endedEpochs;
      const read = await positions.read(
        journal,
        handler.isRelevant,
        handler.maxEntries ?? maxEntriesPerRound,
      );
      if (read.relevant.length > 0) await handler.handle(read.relevant);
      // Positions of an ended epoch would skip entries of the new one.
      if (epochCount !== endedEpochs) return false;
      const cursors = positions.getCursorsToSave(read);
      await saveCursors(pool, handler.name, cursors);
      positions.finishRound(read, cursors);
      return true;
    },
    /**
     * Starts again from the saved cursors in a new epoch. They are in the same database as the
     * entries, so a restored copy holds matching cursors.
     */
    reset(): void {
      endedEpochs++;
      positions.clear();
      isLoaded = false;
    },
  };
}

/** Notes published entries and returns whether the consumer must read them. */
function noteNewEntries(
  positions: ConsumerCursors,
  account: number,
  entries: readonly JournalEntry[],
  { isRelevant }: ConsumerHandler,
): boolean {
  const first = entries[0];
  const last = entries.at(-1);
  if (!first || !last || positions.skipIrrelevant(account, entries, isRelevant)) return false;
  positions.noteEntries(account, first.position - 1, last.position);
  return true;
}

/** One alarm at a time, which runs its function later. */
function createAlarm(clock: Clock) {
  let cancel: (() => void) | null = null;
  return {
    isSet: (): boolean => cancel !== null,
    set(delayMs: number, run: () => void): void {
      cancel = clock.scheduleAt(clock.now() + delayMs, () => {
        cancel = null;
        run();
      });
    },
    cancel(): void {
      cancel?.();
      cancel = null;
    },
  };
}

/** Reads the accounts with entries after the consumer's saved cursor. */
async function readUnreadAccounts(
  pool: ConsumerDeps["pool"],
  name: string,
): Promise<
  readonly { readonly account_id: number; readonly head: number; readonly cursor: number }[]
> {
  const { rows } = await pool.query<{ account_id: number; head: number; cursor: number }>(
    `
      select h.account_id, h.position as head, coalesce(c.position, 0) as cursor from account_head h
      left join cursor c on c.reader = $1 and c.account_id = h.account_id where h.position > coalesce(c.position, 0)`,
    [name],
  );
  return rows;
}

async function saveCursors(
  pool: ConsumerDeps["pool"],
  name: string,
  cursors: ReturnType<ConsumerCursors["getCursorsToSave"]>,
): Promise<void> {
  if (cursors.length === 0) return;
  await pool.query(
    `insert into cursor (reader, account_id, position) select $1, q.account, q.position from unnest($2::bigint[], $3::bigint[]) q(account, position) order by 2
    on conflict (reader, account_id) do update set position = greatest(cursor.position, excluded.position)`,
    [name, cursors.map(([account]) => account), cursors.map(([, cursor]) => cursor)],
  );
}
