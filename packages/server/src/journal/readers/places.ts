import type { JournalEntry } from "../entry.ts";
import type { Journal } from "../index.ts";

const chunk = 500;
/** Number of skipped entries after which a cursor is saved. */
const saveEvery = 5_000;

interface Place {
  cursor: number;
  target: number;
  saved: number;
  /**
   * Position to read again from, because entries before the cursor were published late
   * (`publishOwn` of the entry stream).
   */
  again: number | null;
}
/**
 * Result of a round for one account: its new cursor, and the late position from which it started.
 */
interface Reached {
  readonly cursor: number;
  readonly again: number | null;
}
/** Entries and progress of one round. */
export interface Round {
  readonly wanted: readonly JournalEntry[];
  readonly reached: ReadonlyMap<number, Reached>;
}

/** Positions of one consumer in each account, and the accounts that are behind. */
export class Places {
  readonly #places = new Map<number, Place>();
  readonly #behind = new Set<number>();

  get isBehind(): boolean {
    return this.#behind.size > 0;
  }

  /** Loads a saved cursor. Entries published while it was loading may have started after it. */
  load(account: number, cursor: number, head: number): void {
    const place = this.#places.get(account);
    if (place) place.cursor = Math.min(place.cursor, cursor);
    this.note(account, cursor, head);
  }

  /** Notes that entries after `cursor` and up to `target` exist. */
  note(account: number, cursor: number, target: number): void {
    const place = this.#places.get(account);
    if (place) {
      place.target = Math.max(place.target, target);
      if (cursor < place.cursor) place.again = Math.min(place.again ?? cursor, cursor);
    } else this.#places.set(account, { cursor, target, saved: cursor, again: null });
    this.#behind.add(account);
  }

  /**
   * Skips newly published entries if all earlier ones are read and none is relevant. Returns false
   * if they must be read. Most batches contain nothing for most consumers, and a round costs more
   * than this check (PERF-4).
   */
  passOver(account: number, entries: readonly JournalEntry[], wants: (entry: JournalEntry) => boolean): boolean {
    const place = this.#places.get(account);
    const last = entries.at(-1)?.position;
    if (!place || last === undefined || this.#behind.has(account) || entries[0]?.position !== place.cursor + 1) return false;
    // The cursor moved far enough to be saved.
    if (last - place.saved >= saveEvery || entries.some(wants)) return false;
    place.cursor = last;
    place.target = last;
    return true;
  }

  /**
   * Reads entries of accounts that are behind, longest waiting first, until a round has
   * `maxEntries` relevant entries.
   */
  async read(journal: Pick<Journal, "read">, wants: (entry: JournalEntry) => boolean, most: number): Promise<Round> {
    const wanted: JournalEntry[] = [];
    const reached = new Map<number, Reached>();
    for (const account of this.#behind) {
      const place = this.#places.get(account);
      if (!place) continue;
      const { again } = place;
      let cursor = again ?? place.cursor;
      while (cursor < place.target && wanted.length < most) {
        const entries = await journal.read(account, cursor, Math.min(chunk, most));
        cursor = entries.at(-1)?.position ?? place.target;
        for (const entry of entries) if (wants(entry)) wanted.push(entry);
      }
      reached.set(account, { cursor, again });
      if (wanted.length >= most) break;
    }
    return { wanted, reached };
  }

  /** Returns cursors to save: of accounts with relevant entries, and of those that moved far. */
  toSave({ wanted, reached }: Round): readonly (readonly [account: number, cursor: number])[] {
    const worked = new Set(wanted.map((entry) => entry.account));
    return [...reached].flatMap(([account, { cursor }]) =>
      worked.has(account) || cursor - (this.#places.get(account)?.saved ?? 0) >= saveEvery ? [[account, cursor] as const] : [],
    );
  }

  /** Applies a finished round and the cursors that it saved. */
  moved({ reached }: Round, saved: ReturnType<Places["toSave"]>): void {
    for (const [account, cursor] of saved) (this.#places.get(account) ?? { saved: 0 }).saved = cursor;
    for (const [account, { cursor, again }] of reached) {
      const place = this.#places.get(account);
      if (!place) continue;
      // More late entries may have arrived in the meantime.
      if (place.again === again) place.again = null;
      place.cursor = Math.max(place.cursor, cursor);
      this.#behind.delete(account);
      // Re-adding moves the account to the end, so a constantly busy account does not block others.
      if (place.cursor < place.target || place.again !== null) this.#behind.add(account);
    }
  }

  /** Clears all positions after an epoch change. */
  clear(): void {
    this.#places.clear();
    this.#behind.clear();
  }
}
