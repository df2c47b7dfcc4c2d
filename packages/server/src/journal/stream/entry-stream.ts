import type { Clock } from "../../core/command.ts";
import { pause } from "../../core/pause.ts";
import type { JournalEntry } from "../entry.ts";

/** Receives published entries of one account in ascending order. */
export type EntryListener = (account: number, entries: readonly JournalEntry[]) => void;

export interface EntryStreamDeps {
  readonly clock: Clock;
  /** Reads at most `limit` rows after the position `after` and up to `upTo`, in ascending order. */
  readonly readRows: (
    account: number,
    after: number,
    upTo: number,
    limit: number,
  ) => Promise<readonly JournalEntry[]>;
  /**
   * Called with entries that were read from the table or received. They may come from another node,
   * so cached states may be outdated.
   */
  readonly onFetched: (entries: readonly JournalEntry[]) => void;
  /** The head is below the published position: the database was restored (F28). */
  readonly onRewind: (account: number) => void;
  readonly onFault: (error: unknown) => void;
}
/** Limits of the entries in memory: number and age per account, and bytes of all accounts. */
export interface BufferLimits {
  readonly entries: number;
  readonly ageMs: number;
  readonly bytes: number;
}
/** Default limits of the entries in memory (P6). */
export const bufferLimits: BufferLimits = { entries: 10_000, ageMs: 15 * 60_000, bytes: 64 << 20 };

interface AccountStream {
  readonly account: number;
  /** Position at which the stream started. Earlier entries were never published on this node. */
  readonly startPosition: number;
  published: number;
  /** Highest position that was committed, as far as this node was notified. */
  target: number;
  fetching: boolean;
  /** Resolves with whether the current or last read from the table succeeded. */
  lastRead: Promise<boolean>;
  /** Entries without gaps up to `published`. Those before index `first` are removed. */
  buffer: JournalEntry[];
  first: number;
  bytes: number;
}

/** Publishes the entries of all accounts in order, each once (journal.md 1, publish rule). */
export class EntryStreams {
  readonly #deps: EntryStreamDeps;
  readonly #limits: BufferLimits;
  /** Streams in order of their last write, oldest first. */
  readonly #streams = new Map<number, AccountStream>();
  readonly #listeners = new Set<EntryListener>();
  readonly #accountListeners = new Map<number, Set<EntryListener>>();
  readonly #catchingUp = new Set<Promise<void>>();
  /** The last of the streams, which stays where it is when it is written again. */
  #latest: AccountStream | null = null;
  #bytes = 0;
  #closed = false;

  constructor(deps: EntryStreamDeps, limits: BufferLimits = bufferLimits) {
    this.#deps = deps;
    this.#limits = limits;
  }
  accounts(): readonly number[] {
    return [...this.#streams.keys()];
  }
  published(account: number): number | undefined {
    return this.#streams.get(account)?.published;
  }
  /** Starts to follow an account at its current head, unless this node already follows it. */
  begin(account: number, head: number): number {
    const stream = this.#streams.get(account) ?? this.#createStream(account, head);
    return stream.published;
  }
  /** Publishes the entries of a batch that this node committed. They start after `base`. */
  publishOwn(account: number, base: number, entries: readonly JournalEntry[]): void {
    const stream = this.#streams.get(account) ?? this.#createStream(account, base);
    // The stream started after these entries: the head was read between the commit and now, or
    // another node's notice arrived first.
    if (base < stream.startPosition) this.#notify(stream, entries);
    else if (!stream.fetching && stream.published === base) this.#emit(stream, entries);
    else if (base < stream.published && !stream.fetching) {
      // Another node's notice can arrive before the commit of this node returns. The entries were
      // then already read from the table. A different entry at the same position shows that the
      // database was restored.
      const buffered = this.readBuffered(account, base, 1)?.[0];
      if (buffered && buffered.frame !== entries[0]?.frame) this.#deps.onRewind(account);
    } else this.noteHead(account, base + entries.length);
  }
  /**
   * Publishes entries that another node committed after `base`, if they follow what is published
   * here. Otherwise reads the missing ones. Ignores accounts that this node does not follow.
   */
  publishReceived(account: number, base: number, entries: readonly JournalEntry[]): void {
    const stream = this.#streams.get(account);
    if (!stream) return;
    if (stream.fetching || stream.published !== base)
      return this.noteHead(account, base + entries.length);
    this.#deps.onFetched(entries);
    this.#emit(stream, entries);
  }
  /** Notes a committed head and reads missing entries, if this node follows the account. */
  noteHead(account: number, head: number): void {
    const stream = this.#streams.get(account);
    if (!stream || head <= stream.target) return;
    stream.target = head;
    if (stream.fetching) return;
    const run = this.#catchUp(stream).finally(() => void this.#catchingUp.delete(run));
    this.#catchingUp.add(run);
  }
  /** Resolves when entries up to `head` are published here, or reading them failed. */
  async waitUntilPublished(account: number, head: number): Promise<void> {
    const stream = this.#streams.get(account);
    while (stream?.fetching && stream.published < head) if (!(await stream.lastRead)) return;
  }
  /** Returns entries after the position `after` if memory contains all of them, or null if not. */
  readBuffered(account: number, after: number, limit: number): readonly JournalEntry[] | null {
    const stream = this.#streams.get(account);
    if (!stream) return null;
    // Entries of another node that were not read yet may follow the published position.
    if (after >= stream.published) return stream.target > after ? null : [];
    const start = stream.buffer.length - (stream.published - after);
    return start < stream.first ? null : stream.buffer.slice(start, start + limit);
  }
  subscribe(listener: EntryListener, account?: number): () => void {
    if (account === undefined) {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    }
    let set = this.#accountListeners.get(account);
    if (!set) this.#accountListeners.set(account, (set = new Set()));
    const listeners = set;
    listeners.add(listener);
    return () => {
      if (
        listeners.delete(listener) &&
        listeners.size === 0 &&
        this.#accountListeners.get(account) === listeners
      )
        this.#accountListeners.delete(account);
    };
  }
  /** Clears the account's buffer, so that its entries are read from the table again (CORE-116). */
  clearBuffer(account: number): void {
    const stream = this.#streams.get(account);
    if (!stream) return;
    this.#bytes -= stream.bytes;
    stream.bytes = 0;
    stream.buffer = [];
    stream.first = 0;
  }
  /** Ends the stream of an account that moved. The next head begins a new one. */
  end(account: number): void {
    this.clearBuffer(account);
    if (this.#latest?.account === account) this.#latest = null;
    this.#streams.delete(account);
  }
  /** Clears all positions after an epoch change. */
  reset(): void {
    this.#streams.clear();
    this.#latest = null;
    this.#bytes = 0;
  }
  close(): void {
    this.#closed = true;
  }
  /** Resolves when this node has published all entries of whose commit it was notified. */
  async settle(): Promise<void> {
    while (this.#catchingUp.size > 0) await Promise.all(this.#catchingUp);
  }
  stats(): { readonly bytes: number; readonly accounts: number } {
    return { bytes: this.#bytes, accounts: this.#streams.size };
  }

  #createStream(account: number, published: number): AccountStream {
    const stream: AccountStream = {
      account,
      startPosition: published,
      published,
      target: published,
      fetching: false,
      lastRead: Promise.resolve(true),
      buffer: [],
      first: 0,
      bytes: 0,
    };
    this.#streams.set(account, stream);
    this.#latest = stream;
    return stream;
  }

  async #catchUp(stream: AccountStream): Promise<void> {
    stream.fetching = true;
    while (
      !this.#closed &&
      this.#streams.get(stream.account) === stream &&
      stream.published < stream.target
    ) {
      const readResult = Promise.withResolvers<boolean>();
      stream.lastRead = readResult.promise;
      try {
        const entries = await this.#deps.readRows(
          stream.account,
          stream.published,
          stream.target,
          1_000,
        );
        if (entries.length === 0)
          throw new Error(
            `positions ${stream.published + 1} to ${stream.target} of account ${stream.account} are missing`,
          );
        this.#deps.onFetched(entries);
        this.#emit(stream, entries);
        readResult.resolve(true);
      } catch (error) {
        readResult.resolve(false);
        this.#deps.onFault(error);
        await pause(this.#deps.clock, 250);
      }
    }
    stream.fetching = false;
  }

  #emit(stream: AccountStream, entries: readonly JournalEntry[]): void {
    const last = entries.at(-1);
    if (!last) return;
    stream.published = last.position;
    stream.target = Math.max(stream.target, last.position);
    this.#addToBuffer(stream, entries);
    this.#notify(stream, entries);
  }
  #notify(stream: AccountStream, entries: readonly JournalEntry[]): void {
    for (const listener of [
      ...this.#listeners,
      ...(this.#accountListeners.get(stream.account) ?? []),
    ]) {
      try {
        listener(stream.account, entries);
      } catch (error) {
        // An error in one listener must not affect the others.
        this.#deps.onFault(error);
      }
    }
  }

  #addToBuffer(stream: AccountStream, entries: readonly JournalEntry[]): void {
    if (this.#latest !== stream) {
      this.#streams.delete(stream.account);
      this.#streams.set(stream.account, stream);
      this.#latest = stream;
    }
    for (const entry of entries) {
      stream.buffer.push(entry);
      this.#addBytes(stream, estimateBytes(entry));
    }
    const oldest = this.#deps.clock.now() - this.#limits.ageMs;
    for (;;) {
      const entry = stream.buffer[stream.first];
      if (
        !entry ||
        (stream.buffer.length - stream.first <= this.#limits.entries && entry.at >= oldest)
      )
        break;
      this.#dropFirst(stream);
    }
    for (const other of this.#streams.values()) {
      while (this.#bytes > this.#limits.bytes && other.first < other.buffer.length)
        this.#dropFirst(other);
      if (this.#bytes <= this.#limits.bytes) break;
    }
  }
  #dropFirst(stream: AccountStream): void {
    const entry = stream.buffer[stream.first];
    if (!entry) return;
    this.#addBytes(stream, -estimateBytes(entry));
    stream.first++;
    // Compacts the array when more than half of it is removed entries.
    if (stream.first * 2 > stream.buffer.length) {
      stream.buffer = stream.buffer.slice(stream.first);
      stream.first = 0;
    }
  }
  #addBytes(stream: AccountStream, bytes: number): void {
    stream.bytes += bytes;
    this.#bytes += bytes;
  }
}

function estimateBytes(entry: JournalEntry): number {
  return entry.frame.length + 200;
}
