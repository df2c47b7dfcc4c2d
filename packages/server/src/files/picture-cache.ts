import { rm } from "node:fs/promises";

/** A picture on disk. */
export interface CachedPicture {
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly tag: string;
  /** When it was loaded, Unix milliseconds. */
  readonly fetchedAt: number;
}

/**
 * A cache of pictures on disk with a limit of total bytes. Removes the least recently used pictures
 * first.
 */
export class PictureCache {
  readonly #pictures = new Map<string, CachedPicture>();
  readonly #capacity: number;
  #total = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the picture, or null if none was loaded after `fetchedAfter`. */
  get(key: string, fetchedAfter: number): CachedPicture | null {
    const picture = this.#pictures.get(key);
    if (picture === undefined || picture.fetchedAt <= fetchedAfter) return null;
    // The most recently used picture is the last entry of the map.
    this.#pictures.delete(key);
    this.#pictures.set(key, picture);
    return picture;
  }

  /** Stores a picture, replaces the previous one, and removes others above the limit. */
  async put(key: string, picture: CachedPicture): Promise<void> {
    await this.#forget(key);
    this.#pictures.set(key, picture);
    this.#total += picture.size;
    for (const oldest of this.#pictures.keys()) {
      if (this.#total <= this.#capacity || oldest === key) break;
      await this.#forget(oldest);
    }
  }

  async #forget(key: string): Promise<void> {
    const picture = this.#pictures.get(key);
    if (picture === undefined) return;
    this.#pictures.delete(key);
    this.#total -= picture.size;
    await rm(picture.path, { force: true });
  }
}
