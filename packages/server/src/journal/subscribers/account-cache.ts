import type { JournalEntry } from "../entry.ts";
import { shareLoads } from "../share-loads.ts";
import type { ConsumerDeps } from "./durable-consumer.ts";

/** Settings of one kind of each account, in memory until they change. */
export interface AccountCache<T> {
  /** Returns the value of an account, or undefined if it was not read yet. Reads nothing. */
  peek(account: number): T | undefined;
  read(account: number): Promise<T>;
  /** Returns whether an entry says that the settings of its account changed. */
  isChange(entry: JournalEntry): boolean;
  /** Lets the settings of an account, or of all, be read again. */
  invalidate(account?: number): void;
  close(): void;
}

/** Caches what `load` reads until the journal of this node invalidates it. */
export function createAccountCache<T>(
  { journal }: ConsumerDeps,
  kind: string,
  load: (account: number) => Promise<T>,
): AccountCache<T> {
  const values = new Map<number, T>();
  /** Number of invalidations so far. */
  let changes = 0;
  const loadOnce = shareLoads(async (account, changesBefore) => {
    const value = await load(account);
    if (changes === changesBefore) values.set(account, value);
    return value;
  });
  const isChange = ({ name, frame }: JournalEntry): boolean =>
    name === "settings_changed" && frame.includes(`"kind":"${kind}"`);
  const invalidate = (account?: number): void => {
    changes++;
    if (account === undefined) values.clear();
    else values.delete(account);
  };
  const stops = [
    journal.subscribe((account, entries) => {
      if (entries.some(isChange)) invalidate(account);
    }),
    journal.onReset(() => invalidate()),
  ];
  return {
    peek: (account) => values.get(account),
    async read(account) {
      const known = values.get(account);
      return known === undefined ? await loadOnce(account, changes) : known;
    },
    isChange,
    invalidate,
    close() {
      for (const stop of stops) stop();
    },
  };
}
