import type { JournalEntry } from "../entry.ts";
import type { EntryFeed } from "../index.ts";

const maxEntriesPerRead = 500;
const defaultMaxLength = 4 << 20;
/** Number of skipped entries after which a cursor is saved. */
const maxUnsavedEntries = 5_000;

interface AccountCursor {
  cursor: number;
  target: number;
  savedCursor: number;
  /**
   * Position from which to read again, because entries before the cursor were published late
   * (`publishOwn` of the entry stream). null if there are none.
   */
  rereadFrom: number | null;
}
/** Result of a read round for one account: new cursor, and late position at its start. */
interface ReadProgress {
  readonly cursor: number;
  readonly rereadFrom: number | null;
}
/** Relevant entries of one read round, and its progress in each account. */
export interface ReadRound {
  readonly relevant: readonly JournalEntry[];
  readonly progress: ReadonlyMap<number, ReadProgress>;
  /** Whether a limit ended the round, so that entries are probably left. */
  readonly isFull: boolean;
}
/** A round ends with the entry that reaches one of these limits. */
export interface RoundLimits {
  readonly maxEntries: number;
  /** Total length of their frames in UTF-16 units. The default is 4 Mi. */
  readonly maxLength?: number | undefined;
}

/** Positions of one consumer in each account, and the accounts that have unread entries. */
export class ConsumerCursors {
  readonly #states = new Map<number, AccountCursor>();
  readonly #behind = new Set<number>();
  readonly #blockSize: number;

  /** `blockSize`: the consumer reads whole blocks of so many positions. */
  constructor(blockSize = 1) {
    this.#blockSize = blockSize;
  }

  get isBehind(): boolean {
    return this.#behind.size > 0;
  }

  /** Sets a loaded cursor. Entries published during the load may have come after it. */
  load(account: number, cursor: number, head: number): void {
    const state = this.#states.get(account);
    if (state) state.cursor = Math.min(state.cursor, cursor);
    this.noteEntries(account, cursor, head);
  }

  /** Notes that entries after `cursor` and up to `target` exist. */
  noteEntries(account: number, cursor: number, target: number): void {
    const start = this.#floor(cursor);
    const state = this.#states.get(account) ?? {
      cursor: start,
      target: start,
      savedCursor: start,
      rereadFrom: null,
    };
    this.#states.set(account, state);
    state.target = Math.max(state.target, this.#floor(target));
    if (cursor < state.cursor) state.rereadFrom = Math.min(state.rereadFrom ?? start, start);
    if (state.cursor < state.target || state.rereadFrom !== null) this.#behind.add(account);
  }

  /** Returns the end of the last whole block up to a position. 0: there is none. */
  #floor(position: number): number {
    return Math.max(0, position - ((position + 1) % this.#blockSize));
  }

  /**
   * Skips newly published entries if all earlier ones are read and none is relevant. Returns false
   * if they must be read. Most batches contain nothing for most consumers, and a round costs more
   * than this check (PERF-4).
   */
  skipIrrelevant(
    account: number,
    entries: readonly JournalEntry[],
    isRelevant: (entry: JournalEntry) => boolean,
  ): boolean {
    const state = this.#states.get(account);
    const last = entries.at(-1)?.position;
    if (
      !state ||
      last === undefined ||
      this.#behind.has(account) ||
      entries[0]?.position !== state.cursor + 1
    )
      return false;
    // The cursor has advanced far enough to be saved.
    if (last - state.savedCursor >= maxUnsavedEntries || entries.some(isRelevant)) return false;
    state.cursor = last;
    state.target = last;
    return true;
  }

  /** Reads unread entries, of the longest waiting account first, up to a limit. */
  async read(
    journal: { read: EntryFeed["read"] },
    isRelevant: (entry: JournalEntry) => boolean,
    { maxEntries, maxLength = defaultMaxLength }: RoundLimits,
  ): Promise<ReadRound> {
    const relevant: JournalEntry[] = [];
    const progress = new Map<number, ReadProgress>();
    let length = 0;
    const isFull = (): boolean => relevant.length >= maxEntries || length >= maxLength;
    const mayEndAt = (cursor: number): boolean => isFull() && cursor === this.#floor(cursor);
    for (const account of this.#behind) {
      const state = this.#states.get(account);
      if (!state) continue;
      const { rereadFrom } = state;
      let cursor = rereadFrom ?? state.cursor;
      while (cursor < state.target && !mayEndAt(cursor)) {
        const entries = await journal.read(
          account,
          cursor,
          Math.min(maxEntriesPerRead, maxEntries),
        );
        if (entries.length === 0) cursor = state.target;
        for (const entry of entries) {
          // A block after the target may be incomplete.
          if (this.#blockSize > 1 && cursor >= state.target) break;
          cursor = entry.position;
          if (isRelevant(entry)) {
            relevant.push(entry);
            length += entry.frame.length;
          }
          if (mayEndAt(cursor)) break;
        }
      }
      progress.set(account, { cursor, rereadFrom });
      if (isFull()) break;
    }
    return { relevant, progress, isFull: isFull() };
  }

  /**
   * Returns the cursors to save: with relevant entries, or far ahead of the saved ones. Each is the
   * end of a whole block. A round may end later, because skipped entries may end inside a block.
   */
  getCursorsToSave({
    relevant,
    progress,
  }: ReadRound): readonly (readonly [account: number, cursor: number])[] {
    const accountsWithWork = new Set(relevant.map((entry) => entry.account));
    return [...progress].flatMap(([account, { cursor }]) =>
      accountsWithWork.has(account) ||
      cursor - (this.#states.get(account)?.savedCursor ?? 0) >= maxUnsavedEntries
        ? [[account, this.#floor(cursor)] as const]
        : [],
    );
  }

  finishRound(
    { progress }: ReadRound,
    saved: ReturnType<ConsumerCursors["getCursorsToSave"]>,
  ): void {
    for (const [account, cursor] of saved)
      (this.#states.get(account) ?? { savedCursor: 0 }).savedCursor = cursor;
    for (const [account, { cursor, rereadFrom }] of progress) {
      const state = this.#states.get(account);
      if (!state) continue;
      // More late entries may have arrived during the round, or a limit may have ended it before
      // all were read. Late entries are at most at the target. The cursor can be higher, because a
      // read from the table also returns entries that this node has not published yet.
      if (rereadFrom !== null && state.rereadFrom === rereadFrom)
        state.rereadFrom = cursor < Math.min(state.cursor, state.target) ? cursor : null;
      state.cursor = Math.max(state.cursor, cursor);
      this.#behind.delete(account);
      // Adding the account again moves it to the end, so that a constantly busy account does not
      // block others.
      if (state.cursor < state.target || state.rereadFrom !== null) this.#behind.add(account);
    }
  }

  /** Clears all positions after an epoch change. */
  clear(): void {
    this.#states.clear();
    this.#behind.clear();
  }
}
