import { fail, Refusal } from "../core/failure.ts";
import { evictOldest } from "../core/bounded-map.ts";

export interface LookupsDeps<V> {
  readonly clock: { monotonic(): number };
  /** Maximum number of found keys, and separately of absent keys. */
  readonly capacity: number;
  /** Maximum concurrent lookups, so that many invented keys cannot overload the database. */
  readonly atOnce: number;
  readonly accountOf: (value: V) => number;
}
/** Bounded cache of lookups for inbound addresses. */
export interface Lookups<V> {
  /**
   * Returns the cached value, or null if the key was absent a moment ago. Undefined means that it
   * must be looked up.
   */
  known(key: string): V | null | undefined;
  /**
   * Looks a key up, once at a time. Rejects with `temporarily_unavailable` if too many lookups are
   * running.
   */
  look(key: string, find: () => Promise<V | null>): Promise<V | null>;
  /** Evicts the values of an account after its settings changed. */
  forget(account: number): void;
}

/** Lifetime of an absent key. Another node may create it, and its notice may be late. */
const absentMs = 5_000;

/** Creates a lookup cache. */
export function openLookups<V extends object>({ clock, capacity, atOnce, accountOf }: LookupsDeps<V>): Lookups<V> {
  const found = new Map<string, V>();
  // Separate from the found keys, so that invented keys do not evict them. The value is the time of
  // the lookup.
  const absent = new Map<string, number>();
  const underWay = new Map<string, Promise<V | null>>();
  // Incremented by every change, so that a lookup that started before it is not cached.
  let changes = 0;
  const keep = (key: string, value: V | null): void => {
    if (value === null) absent.set(key, clock.monotonic());
    else found.set(key, value);
    evictOldest(value === null ? absent : found, capacity);
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
