import { lastPosition } from "../../store/last-entry.ts";
import type pg from "pg";
import type { Clock } from "../../core/command.ts";
import type { JournalEntry } from "../entry.ts";
import type { EntryFeed } from "../index.ts";
import { ConsumerCursors, type ReadRound } from "./consumer-cursors.ts";
import type { Queryable } from "../../store/database/sql.ts";

export interface ConsumerDeps {
  readonly journal: EntryFeed;
  /** Reads and saves cursors with the database role of the writer. */
  readonly pool: Queryable;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /** Decides which node runs a consumer. Absent: every node does. */
  readonly jobs?: JobAssignment;
}
/** The methods of `Cluster` that a consumer uses. */
export interface JobAssignment {
  isResponsible(job: string): boolean;
  onResponsibilityChange(listener: () => void): () => void;
}
/** What a consumer reads and how it handles entries. */
export interface ConsumerHandler {
  /** Name of the consumer in the table `cursor`. */
  readonly name: string;
  /** Job of the consumer. Consumers that share memory have the same one. The default is `name`. */
  readonly job?: string;
  readonly isRelevant: (entry: JournalEntry) => boolean;
  /**
   * Handles the entries. May receive the same entries twice, also on two nodes at the same time. If
   * it rejects, it is called again after 1 s. If it writes only rows, it calls `writeWithCursors`
   * once, which saves the cursors in the same statement. Otherwise they are saved afterwards.
   *
   * May resolve with the position of the first entry of each account that it left unhandled. The
   * next rounds begin with it, after the other accounts.
   */
  readonly handle: (
    entries: readonly JournalEntry[],
    writeWithCursors: WriteWithCursors,
  ) => Promise<ReadonlyMap<number, number> | void>;
  /** Minimum time between two rounds in ms, to limit statements. 0 means no pause. */
  readonly minIntervalMs: number;
  /** Rest after a round of fewer than 100 entries, in ms. The default is `minIntervalMs`. */
  readonly quietIntervalMs?: number;
  /**
   * Rest after a round that was ended by a limit, as a multiple of the duration of the round. It is
   * at least 10 ms and at most `minIntervalMs`. The default is `minIntervalMs`.
   */
  readonly restFactor?: number;
  /**
   * Number of positions of a block. Rounds and saved cursors then end with the last position of a
   * block, and entries of an incomplete block are not read yet. The default is 1.
   */
  readonly blockSize?: number;
  /** Maximum number of entries per round. The default is 2,000. */
  readonly maxEntries?: number;
  /** Length of the frames of a round in UTF-16 units, without its last entry. Default: 4 Mi. */
  readonly maxLength?: number;
}
interface ProjectionStatement {
  /**
   * Name of a statement that each connection plans only once. Only for a statement with a single
   * good plan, whatever the size of its tables. Absent: every call is planned.
   */
  readonly name?: string;
  /** Its parameters begin at `$4`. */
  readonly text: string;
  readonly values: readonly unknown[];
}
/** Runs a statement and saves the cursors of the round in it. Returns the rows of the statement. */
type WriteWithCursors = <R extends pg.QueryResultRow>(
  statement: ProjectionStatement,
) => Promise<readonly R[]>;
export interface DurableConsumer {
  /** Resolves when all entries published so far are handled. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
/** Job of the chat timers and of the activity of chats, which notifies the timers in memory. */
export const chatJob = "chats";
const retryDelayMs = 1_000;
const minRestMs = 10;
const maxEntriesPerRound = 2_000;
const minBusyEntries = 100;

/**
 * Starts a consumer that reads the entries of all accounts after its saved cursors. It does not
 * query the database while there is nothing new (journal.md 3). Of several nodes, one runs it.
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
  const job = handler.job ?? handler.name;
  const isResponsible = (): boolean => deps.jobs?.isResponsible(job) !== false;
  let wasResponsible = isResponsible();

  const wake = (): void => {
    if (!isStarted || running || alarm.isSet() || isClosed) return;
    if (!isResponsible() || !rounds.isBehind()) return;
    const delayMs = hasFailed ? retryDelayMs : Math.max(earliestStart - deps.clock.now(), 0);
    if (delayMs === 0) start();
    else alarm.set(delayMs, start);
  };
  const start = (): void => {
    const startedAt = deps.clock.monotonic();
    let read: ReadRound | null = null;
    running ??= rounds
      .run()
      .then((round) => {
        if (round === null) return;
        hasFailed = false;
        read = round;
      })
      .catch((error: unknown) => {
        hasFailed = true;
        deps.onFault(error);
      })
      .finally(() => {
        running = null;
        const roundMs = deps.clock.monotonic() - startedAt;
        earliestStart = deps.clock.now() + computeRest(handler, read, roundMs);
        wake();
      });
  };
  const restartRounds = (): void => {
    rounds.reset();
    wake();
  };
  const unsubscribers = [
    deps.journal.subscribe((account, entries) => {
      if (isResponsible() && rounds.noteEntries(account, entries)) wake();
    }),
    deps.journal.onReset(restartRounds),
    deps.journal.onMove(restartRounds),
    deps.jobs?.onResponsibilityChange(() => {
      if (isResponsible() === wasResponsible) return;
      wasResponsible = isResponsible();
      restartRounds();
    }),
  ];
  await rounds.load();
  isStarted = true;
  wake();
  return {
    async settle() {
      while (!isClosed && ((isResponsible() && rounds.isBehind()) || running)) {
        // After a failed round the alarm starts the next one.
        if (hasFailed && !running) return;
        alarm.cancel();
        start();
        await running;
      }
    },
    async close() {
      isClosed = true;
      for (const unsubscribe of unsubscribers) unsubscribe?.();
      alarm.cancel();
      await running;
    },
  };
}

/** Returns the rest in milliseconds after a round. `round`: null if it failed. */
function computeRest(
  { restFactor, minIntervalMs, quietIntervalMs = minIntervalMs }: ConsumerHandler,
  round: ReadRound | null,
  roundMs: number,
): number {
  if (round === null) return minIntervalMs;
  if (round.isFull && restFactor !== undefined)
    return Math.min(Math.max(Math.ceil(roundMs * restFactor), minRestMs), minIntervalMs);
  return round.relevant.length < minBusyEntries ? quietIntervalMs : minIntervalMs;
}

/** The rounds of a consumer: each reads from its cursors, handles the entries and saves. */
function createRounds({ journal, pool }: ConsumerDeps, handler: ConsumerHandler) {
  const positions = new ConsumerCursors(handler.blockSize);
  let isLoaded = false;
  /**
   * Number of epochs that have ended since the start. A change of the number during a round shows
   * that its positions are invalid.
   */
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
    /** Runs a round. Resolves to null if its epoch has ended. */
    async run(): Promise<ReadRound | null> {
      if (!isLoaded) await load();
      const epochCount = endedEpochs;
      let read = await positions.read(journal, handler.isRelevant, {
        maxEntries: handler.maxEntries ?? maxEntriesPerRound,
        maxLength: handler.maxLength,
      });
      // Positions of an ended epoch must not be saved, because entries of the new one would be
      // skipped.
      if (epochCount !== endedEpochs) return null;
      let cursors = positions.getCursorsToSave(read);
      let isSaved = false;
      const writeWithCursors: WriteWithCursors = (statement) => {
        isSaved = true;
        return saveCursors(pool, handler.name, cursors, statement);
      };
      if (read.relevant.length > 0) {
        const unhandled = await handler.handle(read.relevant, writeWithCursors);
        if (unhandled !== undefined) {
          read = withoutUnhandled(read, unhandled);
          cursors = positions.getCursorsToSave(read);
        }
      }
      if (epochCount !== endedEpochs) return null;
      if (!isSaved && cursors.length > 0) await saveCursors(pool, handler.name, cursors);
      positions.finishRound(read, cursors);
      return read;
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

/** Returns a round that ends in each account before its first unhandled entry. */
const withoutUnhandled = (read: ReadRound, unhandled: ReadonlyMap<number, number>): ReadRound => ({
  ...read,
  progress: new Map(
    [...read.progress].map(([account, progress]) => {
      const first = unhandled.get(account);
      return [account, first === undefined ? progress : { ...progress, cursor: first - 1 }];
    }),
  ),
});

/** Notes newly published entries. Returns whether the consumer must read them. */
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

/** Creates an alarm that calls a function after a delay. Only one alarm is set at a time. */
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
      select h.account_id, h.position as head, coalesce(c.position, 0) as cursor
      from (select a.account_id, ${lastPosition("a.account_id")} as position from account_head a offset 0) h
      left join cursor c on c.reader = $1 and c.account_id = h.account_id where h.position > coalesce(c.position, 0)`,
    [name],
  );
  return rows;
}

type CursorsToSave = ReturnType<ConsumerCursors["getCursorsToSave"]>;

/**
 * Saves the cursors, after the statement of a projection and with one commit: PostgreSQL runs the
 * statement first, so two nodes lock its rows before the cursors. The commit does not wait for the
 * flush, which messages need: after a crash, rows and cursors are both as before, and the round is
 * repeated.
 */
async function saveCursors<R extends pg.QueryResultRow>(
  pool: ConsumerDeps["pool"],
  reader: string,
  cursors: CursorsToSave,
  statement?: ProjectionStatement,
): Promise<readonly R[]> {
  const text = `insert into cursor (reader, account_id, position) select $1, q.account, q.position
    from unnest($2::bigint[], $3::bigint[]) q(account, position), set_config('synchronous_commit', 'off', true) order by 2
    on conflict (reader, account_id) do update set position = greatest(cursor.position, excluded.position)`;
  const { rows } = await pool.query<R>({
    name: statement ? statement.name : "save cursors",
    text: statement ? `with saved as (${text})\n${statement.text}` : text,
    values: [
      reader,
      cursors.map(([account]) => account),
      cursors.map(([, cursor]) => cursor),
      ...(statement?.values ?? []),
    ],
  });
  return rows;
}
