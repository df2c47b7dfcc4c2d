import type pg from "pg";
import type { Clock } from "../../core/ports.ts";
import type { JournalEntry } from "../entry.ts";
import type { Journal } from "../index.ts";

export interface ReaderDeps {
  readonly journal: Pick<Journal, "subscribe" | "read" | "onReset">;
  /** As the writer: cursors. */
  readonly pool: Pick<pg.Pool, "query">;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}
export interface ReaderJob {
  /** Name of its cursors in the table `cursor`. */
  readonly name: string;
  readonly wants: (entry: JournalEntry) => boolean;
  /** Does the work for these entries; may be called twice for the same ones, also by two nodes at once. A rejection: again after 1 s. */
  readonly handle: (entries: readonly JournalEntry[]) => Promise<void>;
  /** Least time between two rounds, so that a busy journal costs few statements; 0: at once. */
  readonly everyMs: number;
}
export interface DurableReader {
  /** Resolves when everything published so far is done. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
const chunk = 500;
const mostPerRound = 2_000;
const againMs = 1_000;
/** A cursor that moved over entries of no interest is saved after this many. */
const saveEvery = 5_000;

interface Place {
  cursor: number;
  target: number;
  saved: number;
  /** Entries before the cursor came late (stream.ts `own`): from here it is read again. */
  again: number | null;
}

/** How far a round came with an account, and from which late entries on. */
interface Reached {
  readonly cursor: number;
  readonly again: number | null;
}

/** Follows all accounts from a saved cursor. Idle it asks the database nothing (journal.md 3). */
export async function startReader(deps: ReaderDeps, job: ReaderJob): Promise<DurableReader> {
  const places = new Map<number, Place>();
  const behind = new Set<number>();
  let running: Promise<void> | null = null;
  let next: (() => void) | undefined;
  let earliest = 0;
  let failed = false;
  let loaded = false;
  let closed = false;

  const loadCursors = async (): Promise<void> => {
    const { rows } = await deps.pool.query<{ account_id: number; head: number; cursor: number }>(
      `
      select h.account_id, h.position as head, coalesce(c.position, 0) as cursor from account_head h
      left join cursor c on c.reader = $1 and c.account_id = h.account_id where h.position > coalesce(c.position, 0)`,
      [job.name],
    );
    for (const row of rows) {
      // What was published while this was read may have begun later than where the cursor stands.
      const place = places.get(row.account_id);
      if (place) place.cursor = Math.min(place.cursor, row.cursor);
      note(row.account_id, row.cursor, row.head);
    }
    loaded = true;
  };
  const note = (account: number, cursor: number, target: number): void => {
    const place = places.get(account);
    if (place) {
      place.target = Math.max(place.target, target);
      if (cursor < place.cursor) place.again = Math.min(place.again ?? cursor, cursor);
    } else places.set(account, { cursor, target, saved: cursor, again: null });
    behind.add(account);
  };

  const wake = (): void => {
    if (!loaded || running || next || closed || behind.size === 0) return;
    const wait = failed ? againMs : Math.max(earliest - deps.clock.now(), 0);
    if (wait === 0) start();
    else
      next = deps.clock.alarm(deps.clock.now() + wait, () => {
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
    const wanted: JournalEntry[] = [];
    const reached = new Map<number, Reached>();
    for (const account of behind) {
      const place = places.get(account);
      if (!place) continue;
      const { again } = place;
      let cursor = again ?? place.cursor;
      while (cursor < place.target && wanted.length < mostPerRound) {
        const entries = await deps.journal.read(account, cursor, chunk);
        cursor = entries.at(-1)?.position ?? place.target;
        for (const entry of entries) if (job.wants(entry)) wanted.push(entry);
      }
      reached.set(account, { cursor, again });
      if (wanted.length >= mostPerRound) break;
    }
    if (wanted.length > 0) await job.handle(wanted);
    await save(reached, new Set(wanted.map((entry) => entry.account)));
    failed = false;
  };
  const save = async (reached: ReadonlyMap<number, Reached>, worked: ReadonlySet<number>): Promise<void> => {
    const rows = [...reached].filter(
      ([account, { cursor }]) => worked.has(account) || cursor - (places.get(account)?.saved ?? 0) >= saveEvery,
    );
    if (rows.length > 0) {
      await deps.pool.query(
        `insert into cursor (reader, account_id, position) select $1, q.account, q.position from unnest($2::bigint[], $3::bigint[]) q(account, position) order by 2
        on conflict (reader, account_id) do update set position = greatest(cursor.position, excluded.position)`,
        [job.name, rows.map((row) => row[0]), rows.map((row) => row[1].cursor)],
      );
    }
    for (const [account, { cursor }] of rows) (places.get(account) ?? { saved: 0 }).saved = cursor;
    for (const [account, { cursor, again }] of reached) {
      const place = places.get(account);
      if (!place) continue;
      // Others may have come late meanwhile.
      if (place.again === again) place.again = null;
      place.cursor = Math.max(place.cursor, cursor);
      if (place.cursor >= place.target && place.again === null) behind.delete(account);
    }
  };

  const stops = [
    deps.journal.subscribe((account, entries) => {
      const first = entries[0];
      const last = entries.at(-1);
      if (!first || !last) return;
      note(account, first.position - 1, last.position);
      wake();
    }),
    deps.journal.onReset(() => {
      // Another numbering: what the new one holds has been read in its own time, so go on from its heads.
      places.clear();
      behind.clear();
    }),
  ];
  await loadCursors();
  wake();
  return {
    async settle() {
      while (!closed && (behind.size > 0 || running)) {
        // One that failed keeps its alarm.
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
