import { rm } from "node:fs/promises";

/** A picture on disk. */
export interface KeptPicture {
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly tag: string;
  /** When it was loaded, Unix milliseconds. */
  readonly at: number;
}

/**
 * A cache of pictures on disk with a limit of total bytes. Removes the least recently used pictures
 * first.
 */
export class KeptPictures {
  readonly #pictures = new Map<string, KeptPicture>();
  readonly #capacity: number;
  #total = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the picture, or null if none was loaded after `fetchedAfter`. */
  get(key: string, after: number): KeptPicture | null {
    const one = this.#pictures.get(key);
    if (one === undefined || one.at <= after) return null;
    // The most recently used picture is the last entry of the map.
    this.#pictures.delete(key);
    this.#pictures.set(key, one);
    return one;
  }

  /** Stores a picture, replaces the previous one, and removes others above the limit. */
  async keep(key: string, one: KeptPicture): Promise<void> {
    await this.#forget(key);
    this.#pictures.set(key, one);
    this.#total += one.size;
    for (const oldest of this.#pictures.keys()) {
      if (this.#total <= this.#capacity || oldest === key) break;
      await this.#forget(oldest);
    }
  }

  async #forget(key: string): Promise<void> {
    const one = this.#pictures.get(key);
    if (one === undefined) return;
    this.#pictures.delete(key);
    this.#total -= one.size;
    await rm(one.path, { force: true });
  }
}
