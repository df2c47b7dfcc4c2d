import type { JournalEntry } from "./entry.ts";
import type { Journal } from "./index.ts";

/** A place in the numbering of one account: position within an epoch. */
export interface JournalCursor { readonly epoch: string; readonly position: number }

/** Where a tail writes. Calls come one after another, never two at once. */
export interface TailSink {
  /** The first call, unless it is `reset`: everything up to `position` is there; `catching_up`: entries before it follow. */
  ready(at: JournalCursor & { readonly mode: "live" | "catching_up" }): void;
  /** The cursor means nothing here (API-103); entries after this position follow. Also later, when the numbering changes. */
  reset(at: JournalCursor): void;
  /**
   * Ascending, each position once. A returned promise holds the tail back: nothing more comes before it resolves, and what is
   * missed meanwhile is read again from memory or the table. A rejection ends the tail.
   */
  entries(entries: readonly JournalEntry[]): void | Promise<void>;
  /** Everything up to `position` has been given; from here on entries come as they are written. Again after each hold-up. */
  live(position: number): void;
  /** The tail ended by an error; no call follows. */
  failed(error: unknown): void;
}
export interface Tail { close(): void }

/** Entries read at a time while catching up. */
const chunk = 200;

/** Follows one account's journal after `after` (null: from its head): subscribe, backfill, drain, live, without a gap (API-101). */
export function tail(journal: Pick<Journal, "head" | "read" | "subscribe" | "published" | "onReset">, account: number, after: JournalCursor | null, sink: TailSink): Tail {
  let cursor = 0;
  /** Not live: entries are read from the cursor on, not taken from what is published. */
  let behind = true;
  let closed = false;
  /** Raised by each change of numbering, so that work begun before it stops. */
  let run = 0;

  const stops = [
    journal.subscribe((_, entries) => {
      if (behind || closed) return;
      const fresh = entries.filter((entry) => entry.position > cursor);
      if (fresh.length === 0) return;
      if (fresh[0]?.position === cursor + 1) deliver(fresh);
      else void catchUp(run);
    }, account),
    journal.onReset(() => {
      behind = true;
      void begin(++run, true);
    }),
  ];
  const close = (): void => {
    closed = true;
    for (const stop of stops) stop();
  };
  const fail = (error: unknown): void => {
    if (closed) return;
    close();
    sink.failed(error);
  };

  const begin = async (mine: number, renumbered: boolean): Promise<void> => {
    try {
      const head = await journal.head(account, after?.position);
      if (closed || mine !== run) return;
      if (renumbered || (after && (after.epoch !== head.epoch || after.position > head.position))) {
        cursor = head.position;
        sink.reset(head);
      } else {
        cursor = after?.position ?? head.position;
        sink.ready({ ...head, mode: cursor < head.position ? "catching_up" : "live" });
      }
      await catchUp(mine);
    } catch (error) {
      fail(error);
    }
  };
  const catchUp = async (mine: number): Promise<void> => {
    behind = true;
    try {
      for (;;) {
        if (closed || mine !== run) return;
        // In one turn with the test: nothing can be published between them.
        if (cursor >= (journal.published(account) ?? cursor)) {
          behind = false;
          return sink.live(cursor);
        }
        const entries = await journal.read(account, cursor, chunk);
        if (closed || mine !== run) return;
        const last = entries.at(-1);
        if (!last) throw new Error(`entries after ${cursor} of account ${account} are missing`);
        cursor = last.position;
        await sink.entries(entries);
      }
    } catch (error) {
      fail(error);
    }
  };
  const deliver = (entries: readonly JournalEntry[]): void => {
    cursor = entries.at(-1)?.position ?? cursor;
    try {
      const held = sink.entries(entries);
      if (!held) return;
      behind = true;
      const mine = run;
      held.then(() => catchUp(mine), fail);
    } catch (error) {
      fail(error);
    }
  };

  void begin(run, false);
  return { close };
}
