import { fail, Refusal } from "../core/failure.ts";
import { keepWithin } from "../core/keep-within.ts";

export interface LookupsDeps<V> {
  readonly clock: { monotonic(): number };
  /** Keys kept, found ones and absent ones each. */
  readonly capacity: number;
  /** Lookups under way at once; a flood of invented keys must not queue up before the database. */
  readonly atOnce: number;
  readonly accountOf: (value: V) => number;
}
/** Bounded memory of what inbound addresses lead to. */
export interface Lookups<V> {
  /** From memory, also that there was nothing a moment ago; undefined: it must be looked for. */
  known(key: string): V | null | undefined;
  /** One lookup of a key at a time. Rejects with `temporarily_unavailable` when too many are under way. */
  look(key: string, find: () => Promise<V | null>): Promise<V | null>;
  /** Settings of the account changed: what it has is looked up again. */
  forget(account: number): void;
}

/** What nobody has may be taken on another node, whose notice can be late. */
const absentMs = 5_000;

export function openLookups<V extends object>({ clock, capacity, atOnce, accountOf }: LookupsDeps<V>): Lookups<V> {
  const found = new Map<string, V>();
  // Apart from the found ones, so that invented keys push none of those out. The value is when the key was looked for.
  const absent = new Map<string, number>();
  const underWay = new Map<string, Promise<V | null>>();
  // Raised by every change, so that a lookup that began before it is not kept.
  let changes = 0;
  const keep = (key: string, value: V | null): void => {
    if (value === null) absent.set(key, clock.monotonic());
    else found.set(key, value);
    keepWithin(value === null ? absent : found, capacity);
  };
  return {
    known(key) {
      const value = found.get(key);
      if (value !== undefined) return value;
      const lookedAt = absent.get(key);
      return lookedAt !== undefined && clock.monotonic() - lookedAt < absentMs ? null : undefined;
    },
    look: (key, find) => underWay.get(key) ?? start(key, find),
    forget(account) {
      changes++;
      underWay.clear();
      absent.clear();
      for (const [key, value] of found) if (accountOf(value) === account) found.delete(key);
    },
  };

  function start(key: string, find: () => Promise<V | null>): Promise<V | null> {
    if (underWay.size >= atOnce)
      return Promise.reject(new Refusal(fail("temporarily_unavailable", "Too many addresses are being looked up.")));
    const seen = changes;
    const started = find()
      .then((value) => {
        if (seen === changes) keep(key, value);
        return value;
      })
      .finally(() => {
        if (underWay.get(key) === started) underWay.delete(key);
      });
    underWay.set(key, started);
    return started;
  }
}
