import { fail, Refusal } from "../core/failure.ts";
import { evictOldest } from "../core/bounded-map.ts";

export interface LookupCacheDeps<V> {
  readonly clock: { monotonic(): number };
  /** Maximum number of found keys, and of absent keys. */
  readonly capacity: number;
  /** Limits the load that many invented keys put on the database. */
  readonly maxConcurrent: number;
  readonly getAccount: (value: V) => number;
}
/** Bounded cache of lookups for inbound addresses. */
export interface LookupCache<V> {
  /** Null if the key was absent recently. Undefined if it must be looked up. */
  getCached(key: string): V | null | undefined;
  /**
   * Looks up a key. Concurrent calls for the same key share one lookup. Rejects with
   * `temporarily_unavailable` if too many lookups are running.
   */
  get(key: string, find: () => Promise<V | null>): Promise<V | null>;
  /** Evicts the values of an account after a change of its settings. */
  evictAccount(account: number): void;
}

/** Lifetime in ms of an absent key. Another node may create the key, and its notice may be late. */
const absentTtlMs = 5_000;

export function createLookupCache<V extends object>({
  clock,
  capacity,
  maxConcurrent,
  getAccount,
}: LookupCacheDeps<V>): LookupCache<V> {
  const cached = new Map<string, V>();
  // Time of the lookup of each absent key. Separate from the found keys, so that invented keys do
  // not evict them.
  const absent = new Map<string, number>();
  const running = new Map<string, Promise<V | null>>();
  // Number of changes. A lookup that started before a change is not cached.
  let changes = 0;
  const store = (key: string, value: V | null): void => {
    if (value === null) absent.set(key, clock.monotonic());
    else cached.set(key, value);
    evictOldest(value === null ? absent : cached, capacity);
  };
  return {
    getCached(key) {
      const value = cached.get(key);
      if (value !== undefined) return value;
      const absentSince = absent.get(key);
      return absentSince !== undefined && clock.monotonic() - absentSince < absentTtlMs
        ? null
        : undefined;
    },
    get: (key, find) => running.get(key) ?? start(key, find),
    evictAccount(account) {
      changes++;
      running.clear();
      absent.clear();
      for (const [key, value] of cached) if (getAccount(value) === account) cached.delete(key);
    },
  };

  function start(key: string, find: () => Promise<V | null>): Promise<V | null> {
    if (running.size >= maxConcurrent)
      return Promise.reject(
        new Refusal(fail("temporarily_unavailable", "Too many addresses are being looked up.")),
      );
    const changesAtStart = changes;
    const lookup = find()
      .then((value) => {
        if (changesAtStart === changes) store(key, value);
        return value;
      })
      .finally(() => {
        if (running.get(key) === lookup) running.delete(key);
      });
    running.set(key, lookup);
    return lookup;
  }
}
