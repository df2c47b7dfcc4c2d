/**
 * Bounded map whose keys expire after a fixed time unless renewed. Insertion order equals expiry
 * order, so finding expired keys is cheap.
 */
export class ExpiringMap<V> {
  readonly #ttlMs: number;
  readonly #capacity: number;
  readonly #entries = new Map<string, { value: V; until: number }>();

  constructor(ttlMs: number, capacity: number) {
    this.#ttlMs = ttlMs;
    this.#capacity = capacity;
  }
  get size(): number {
    return this.#entries.size;
  }
  /** Adds or renews a key. Returns false if the map is full and nothing was stored. */
  renew(key: string, value: V, now: number): boolean {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#capacity) return false;
    this.#entries.set(key, { value, until: now + this.#ttlMs });
    return true;
  }
  remove(key: string): boolean {
    return this.#entries.delete(key);
  }
  /** Removes expired keys and returns their values. */
  removeExpired(now: number): V[] {
    const values: V[] = [];
    for (const [key, entry] of this.#entries) {
      if (entry.until > now) break;
      this.#entries.delete(key);
      values.push(entry.value);
    }
    return values;
  }
}
