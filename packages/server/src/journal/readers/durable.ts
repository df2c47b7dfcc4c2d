import type pg from "pg";
import type { Clock } from "../../core/command.ts";
import type { JournalEntry } from "../entry.ts";
import type { Journal } from "../index.ts";
import { Places } from "./places.ts";

export interface ReaderDeps {
  readonly journal: Pick<Journal, "subscribe" | "read" | "onReset">;
  /** Reads and saves cursors with the writer role. */
  readonly pool: Pick<pg.Pool, "query">;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}
/** The work of one consumer. */
export interface ReaderJob {
  /** Name of the consumer in the table `cursor`. */
  readonly name: string;
  readonly wants: (entry: JournalEntry) => boolean;
  /**
   * Handles the entries. May receive the same entries twice, also on two nodes at once. If it
   * rejects, it is called again after 1 s.
   */
  readonly handle: (entries: readonly JournalEntry[]) => Promise<void>;
  /**
   * Minimum time between two rounds in milliseconds, which limits the statements of a busy journal.
   * 0: no pause.
   */
  readonly everyMs: number;
  /** Maximum number of entries per round. Default: 2,000. */
  readonly most?: number;
}
/** Handle of a running consumer. */
export interface DurableReader {
  /** Resolves when all entries published so far are handled. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
const againMs = 1_000;
const mostPerRound = 2_000;

/**
 * Follows all accounts from saved cursors. Does not query the database while idle (journal.md 3).
 */
export async function startReader(deps: ReaderDeps, job: ReaderJob): Promise<DurableReader> {
  const places = new Places();
  let running: Promise<void> | null = null;
  let next: (() => void) | undefined;
  let earliest = 0;
  let failed = false;
  let loaded = false;
  let begun = false;
  let closed = false;
  /** Number of epochs that ended since the start. */
  let ended = 0;

  const loadCursors = async (): Promise<void> => {
    const of = ended;
    const { rows } = await deps.pool.query<{ account_id: number; head: number; cursor: number }>(
      `
      select h.account_id, h.position as head, coalesce(c.position, 0) as cursor from account_head h
      left join cursor c on c.reader = $1 and c.account_id = h.account_id where h.position > coalesce(c.position, 0)`,
      [job.name],
    );
    if (of !== ended) return;
    for (const row of rows) places.load(row.account_id, row.cursor, row.head);
    loaded = true;
  };
  const isBehind = (): boolean => !loaded || places.isBehind;

  const wake = (): void => {
    if (!begun || running || next || closed || !isBehind()) return;
    const wait = failed ? againMs : Math.max(earliest - deps.clock.now(), 0);
    if (wait === 0) start();
    else
      next = deps.clock.scheduleAt(deps.clock.now() + wait, () => {
        next = undefined;
        start();
      });
  };
  const start = (): void => {
    running ??= round()
      .catch((error: unknown) => {
        failed = true;
        deps.onFault(error);
      })
      .finally(() => {
        running = null;
        earliest = deps.clock.now() + job.everyMs;
        wake();
      });
  };
  const round = async (): Promise<void> => {
    if (!loaded) await loadCursors();
    const of = ended;
    const read = await places.read(deps.journal, job.wants, job.most ?? mostPerRound);
    if (read.wanted.length > 0) await job.handle(read.wanted);
    // Positions of an ended epoch would skip entries of the new one.
    if (of !== ended) return;
    const cursors = places.toSave(read);
    await saveCursors(deps.pool, job.name, cursors);
    places.moved(read, cursors);
    failed = false;
  };

  const stops = [
    deps.journal.subscribe((account, entries) => {
      const first = entries[0];
      const last = entries.at(-1);
      if (!first || !last || places.passOver(account, entries, job.wants)) return;
      places.note(account, first.position - 1, last.position);
      wake();
    }),
    // The saved cursors lead to unread entries: they are in the same database as the entries, so a
    // restored copy holds matching cursors.
    deps.journal.onReset(() => {
      ended++;
      places.clear();
      loaded = false;
      wake();
    }),
  ];
  await loadCursors();
  begun = true;
  wake();
  return {
    async settle() {
      while (!closed && (isBehind() || running)) {
        // A failed round waits for its alarm.
        if (failed && !running) return;
        next?.();
        next = undefined;
        start();
        await running;
      }
    },
    async close() {
      closed = true;
      for (const stop of stops) stop();
      next?.();
      await running;
    },
  };
}

async function saveCursors(pool: ReaderDeps["pool"], name: string, cursors: ReturnType<Places["toSave"]>): Promise<void> {
  if (cursors.length === 0) return;
  await pool.query(
    `insert into cursor (reader, account_id, position) select $1, q.account, q.position from unnest($2::bigint[], $3::bigint[]) q(account, position) order by 2
    on conflict (reader, account_id) do update set position = greatest(cursor.position, excluded.position)`,
    [name, cursors.map(([account]) => account), cursors.map(([, cursor]) => cursor)],
  );
}
