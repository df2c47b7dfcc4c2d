/** Keys that each live the same time unless renewed; bounded. Insertion order is the order of expiry, so looking is cheap. */
export class Expiring<V> {
  readonly #lifeMs: number;
  readonly #capacity: number;
  readonly #entries = new Map<string, { value: V; until: number }>();

  constructor(lifeMs: number, capacity: number) {
    this.#lifeMs = lifeMs;
    this.#capacity = capacity;
  }
  get size(): number {
    return this.#entries.size;
  }
  /** Adds or renews; false when full, then nothing is kept. */
  renew(key: string, value: V, now: number): boolean {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#capacity) return false;
    this.#entries.set(key, { value, until: now + this.#lifeMs });
    return true;
  }
  remove(key: string): boolean {
    return this.#entries.delete(key);
  }
  /** Takes out what has expired. */
  expired(now: number): V[] {
    const out: V[] = [];
    for (const [key, entry] of this.#entries) {
      if (entry.until > now) break;
      this.#entries.delete(key);
      out.push(entry.value);
    }
    return out;
  }
}
