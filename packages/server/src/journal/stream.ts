import type { Clock } from "../core/ports.ts";
import type { JournalEntry } from "./entry.ts";

export type EntryListener = (account: number, entries: readonly JournalEntry[]) => void;

export interface StreamDeps {
  readonly clock: Clock;
  /** Rows after `after` up to `upTo`, ascending, at most `limit`. */
  readonly readRows: (account: number, after: number, upTo: number, limit: number) => Promise<readonly JournalEntry[]>;
  /** Entries that were read from the table: perhaps another node's, so states in memory may be old. */
  readonly onFetched: (entries: readonly JournalEntry[]) => void;
  /** A head lower than what was published: the database was put back to an older state (F28). */
  readonly onRewind: (account: number) => void;
  readonly onFault: (error: unknown) => void;
}
export interface RingLimits {
  readonly entries: number;
  readonly ageMs: number;
  readonly bytes: number;
}
/** P6. */
export const ringLimits: RingLimits = { entries: 10_000, ageMs: 15 * 60_000, bytes: 64 << 20 };

interface Stream {
  readonly account: number;
  /** Where it began: what lies before was never read for this node's listeners. */
  readonly begun: number;
  published: number;
  /** Highest position known to be committed. */
  target: number;
  fetching: boolean;
  /** The try to read that is under way, or the last one: whether it went well. */
  tried: Promise<boolean>;
  /** Entries kept, without a gap, the last one at `published`; those before `first` are dropped already. */
  ring: JournalEntry[];
  first: number;
  bytes: number;
}

/** Publishes every account's entries in this process: ascending, each position once (journal.md 1, publish rule). */
export class Streams {
  readonly #deps: StreamDeps;
  readonly #limits: RingLimits;
  /** Least recently written first. */
  readonly #streams = new Map<number, Stream>();
  readonly #all = new Set<EntryListener>();
  readonly #ofAccount = new Map<number, Set<EntryListener>>();
  readonly #catchingUp = new Set<Promise<void>>();
  #bytes = 0;
  #closed = false;

  constructor(deps: StreamDeps, limits: RingLimits = ringLimits) {
    this.#deps = deps;
    this.#limits = limits;
  }
  accounts(): readonly number[] {
    return [...this.#streams.keys()];
  }
  published(account: number): number | undefined {
    return this.#streams.get(account)?.published;
  }
  /** Begins with an account at its present head, unless it is known already. */
  begin(account: number, head: number): number {
    const stream = this.#streams.get(account) ?? this.#make(account, head);
    return stream.published;
  }
  /** Entries of this node's own batch, which start after `base`. */
  own(account: number, base: number, entries: readonly JournalEntry[]): void {
    const stream = this.#streams.get(account) ?? this.#make(account, base);
    // Somebody asked for the head between the commit and now, or another node's notice came first, and the account's stream began behind them.
    if (base < stream.begun) this.#tell(stream, entries);
    else if (!stream.fetching && stream.published === base) this.#emit(stream, entries);
    else if (base < stream.published && !stream.fetching) {
      // Usually another node's notice was faster than our own answer, and these were read from the table already.
      const there = this.kept(account, base, 1)?.[0];
      if (there && there.frame !== entries[0]?.frame) this.#deps.onRewind(account);
    } else this.look(account, base + entries.length);
  }
  /** Something up to `head` was committed elsewhere. Accounts that nobody here follows are left alone. */
  look(account: number, head: number): void {
    const stream = this.#streams.get(account);
    if (!stream || head <= stream.target) return;
    stream.target = head;
    if (stream.fetching) return;
    const run = this.#catchUp(stream).finally(() => void this.#catchingUp.delete(run));
    this.#catchingUp.add(run);
  }
  /** Resolves when entries up to `head` are told here, or a try to read them has failed: then they follow. */
  async told(account: number, head: number): Promise<void> {
    const stream = this.#streams.get(account);
    while (stream?.fetching && stream.published < head) if (!(await stream.tried)) return;
  }
  /** Entries after `after` when memory has them all, else null. */
  kept(account: number, after: number, limit: number): readonly JournalEntry[] | null {
    const stream = this.#streams.get(account);
    if (!stream) return null;
    // Beyond what is published there may be rows of another node that were not looked at yet.
    if (after >= stream.published) return stream.target > after ? null : [];
    const start = stream.ring.length - (stream.published - after);
    return start < stream.first ? null : stream.ring.slice(start, start + limit);
  }
  subscribe(listener: EntryListener, account?: number): () => void {
    if (account === undefined) {
      this.#all.add(listener);
      return () => void this.#all.delete(listener);
    }
    let set = this.#ofAccount.get(account);
    if (!set) this.#ofAccount.set(account, (set = new Set()));
    const among = set;
    among.add(listener);
    return () => {
      if (among.delete(listener) && among.size === 0 && this.#ofAccount.get(account) === among) this.#ofAccount.delete(account);
    };
  }
  /** Entries of the account are read from the table again, as they stand there now (CORE-116). */
  forget(account: number): void {
    const stream = this.#streams.get(account);
    if (!stream) return;
    this.#bytes -= stream.bytes;
    stream.bytes = 0;
    stream.ring = [];
    stream.first = 0;
  }
  /** Forgets all positions: the numbering is another one now. */
  reset(): void {
    this.#streams.clear();
    this.#bytes = 0;
  }
  close(): void {
    this.#closed = true;
  }
  /** Resolves when everything that is known to be committed is published. */
  async settle(): Promise<void> {
    while (this.#catchingUp.size > 0) await Promise.all(this.#catchingUp);
  }
  stats(): { readonly bytes: number; readonly accounts: number } {
    return { bytes: this.#bytes, accounts: this.#streams.size };
  }

  #make(account: number, published: number): Stream {
    const stream: Stream = {
      account,
      begun: published,
      published,
      target: published,
      fetching: false,
      tried: Promise.resolve(true),
      ring: [],
      first: 0,
      bytes: 0,
    };
    this.#streams.set(account, stream);
    return stream;
  }

  async #catchUp(stream: Stream): Promise<void> {
    stream.fetching = true;
    while (!this.#closed && this.#streams.get(stream.account) === stream && stream.published < stream.target) {
      const tried = Promise.withResolvers<boolean>();
      stream.tried = tried.promise;
      try {
        const entries = await this.#deps.readRows(stream.account, stream.published, stream.target, 1_000);
        if (entries.length === 0)
          throw new Error(`positions ${stream.published + 1} to ${stream.target} of account ${stream.account} are missing`);
        this.#deps.onFetched(entries);
        this.#emit(stream, entries);
        tried.resolve(true);
      } catch (error) {
        tried.resolve(false);
        this.#deps.onFault(error);
        await new Promise<void>((resolve) => void this.#deps.clock.alarm(this.#deps.clock.now() + 250, resolve));
      }
    }
    stream.fetching = false;
  }

  #emit(stream: Stream, entries: readonly JournalEntry[]): void {
    const last = entries.at(-1);
    if (!last) return;
    stream.published = last.position;
    stream.target = Math.max(stream.target, last.position);
    this.#keep(stream, entries);
    this.#tell(stream, entries);
  }
  #tell(stream: Stream, entries: readonly JournalEntry[]): void {
    for (const listener of [...this.#all, ...(this.#ofAccount.get(stream.account) ?? [])]) {
      try {
        listener(stream.account, entries);
      } catch (error) {
        // One reader's bug must not keep the entries from the others.
        this.#deps.onFault(error);
      }
    }
  }

  #keep(stream: Stream, entries: readonly JournalEntry[]): void {
    this.#streams.delete(stream.account);
    this.#streams.set(stream.account, stream);
    for (const entry of entries) {
      stream.ring.push(entry);
      this.#weigh(stream, sizeOf(entry));
    }
    const oldest = this.#deps.clock.now() - this.#limits.ageMs;
    for (;;) {
      const entry = stream.ring[stream.first];
      if (!entry || (stream.ring.length - stream.first <= this.#limits.entries && entry.at >= oldest)) break;
      this.#dropFirst(stream);
    }
    for (const other of this.#streams.values()) {
      while (this.#bytes > this.#limits.bytes && other.first < other.ring.length) this.#dropFirst(other);
      if (this.#bytes <= this.#limits.bytes) break;
    }
  }
  #dropFirst(stream: Stream): void {
    const entry = stream.ring[stream.first];
    if (!entry) return;
    this.#weigh(stream, -sizeOf(entry));
    stream.first++;
    // Moved together when half of the array is past.
    if (stream.first * 2 > stream.ring.length) {
      stream.ring = stream.ring.slice(stream.first);
      stream.first = 0;
    }
  }
  #weigh(stream: Stream, bytes: number): void {
    stream.bytes += bytes;
    this.#bytes += bytes;
  }
}

function sizeOf(entry: JournalEntry): number {
  return entry.frame.length + 200;
}
