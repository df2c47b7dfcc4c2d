import { evictOldest } from "../../core/bounded-map.ts";

/** A Map that evicts its least recently used entry when it has more than `capacity` entries. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }
  get size(): number {
    return this.#entries.size;
  }
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }
  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    evictOldest(this.#entries, this.#capacity);
  }
  delete(key: K): void {
    this.#entries.delete(key);
  }
  /** Removes every entry for which `test` returns true. */
  evictWhere(test: (value: V) => boolean): void {
    for (const [key, value] of this.#entries) if (test(value)) this.#entries.delete(key);
  }
}
