import type { JournalEntry } from "../entry.ts";
import type { Journal } from "../index.ts";

const chunk = 500;
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
/** What a round read. */
export interface Round {
  readonly wanted: readonly JournalEntry[];
  readonly reached: ReadonlyMap<number, Reached>;
}

/** How far a reader is with each account, and with which it is behind. */
export class Places {
  readonly #places = new Map<number, Place>();
  readonly #behind = new Set<number>();

  get isBehind(): boolean {
    return this.#behind.size > 0;
  }

  /** A saved cursor. What was published while it was read may have begun later than where it stands. */
  load(account: number, cursor: number, head: number): void {
    const place = this.#places.get(account);
    if (place) place.cursor = Math.min(place.cursor, cursor);
    this.note(account, cursor, head);
  }

  /** Entries after `cursor`, up to `target`, are there. */
  note(account: number, cursor: number, target: number): void {
    const place = this.#places.get(account);
    if (place) {
      place.target = Math.max(place.target, target);
      if (cursor < place.cursor) place.again = Math.min(place.again ?? cursor, cursor);
    } else this.#places.set(account, { cursor, target, saved: cursor, again: null });
    this.#behind.add(account);
  }

  /**
   * Goes over entries that were just published, when all before them is read and none of them is wanted; false: they are to be read. Most batches
   * hold nothing for most readers, and a round that finds that out costs more than the look (PERF-4).
   */
  passOver(account: number, entries: readonly JournalEntry[], wants: (entry: JournalEntry) => boolean): boolean {
    const place = this.#places.get(account);
    const last = entries.at(-1)?.position;
    if (!place || last === undefined || this.#behind.has(account) || entries[0]?.position !== place.cursor + 1) return false;
    // So far that its cursor is worth a row.
    if (last - place.saved >= saveEvery || entries.some(wants)) return false;
    place.cursor = last;
    place.target = last;
    return true;
  }

  /** Reads on with everything that is behind, who waits longest first, until there are `most` for one round. */
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

  /** Cursors that are worth a row: of accounts that had work, and of those that moved far. */
  toSave({ wanted, reached }: Round): readonly (readonly [account: number, cursor: number])[] {
    const worked = new Set(wanted.map((entry) => entry.account));
    return [...reached].flatMap(([account, { cursor }]) =>
      worked.has(account) || cursor - (this.#places.get(account)?.saved ?? 0) >= saveEvery ? [[account, cursor] as const] : [],
    );
  }

  /** A round is done, and these cursors are saved. */
  moved({ reached }: Round, saved: ReturnType<Places["toSave"]>): void {
    for (const [account, cursor] of saved) (this.#places.get(account) ?? { saved: 0 }).saved = cursor;
    for (const [account, { cursor, again }] of reached) {
      const place = this.#places.get(account);
      if (!place) continue;
      // Others may have come late meanwhile.
      if (place.again === again) place.again = null;
      place.cursor = Math.max(place.cursor, cursor);
      this.#behind.delete(account);
      // One that is never done lets the others go first.
      if (place.cursor < place.target || place.again !== null) this.#behind.add(account);
    }
  }

  /** Another numbering: these positions mean nothing any more. */
  clear(): void {
    this.#places.clear();
    this.#behind.clear();
  }
}
