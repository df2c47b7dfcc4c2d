import { rm } from "node:fs/promises";

/** An image in a file on disk. */
export interface PictureFacts {
  readonly type: string;
  readonly size: number;
  readonly tag: string;
}
export interface CachedPicture extends PictureFacts {
  readonly path: string;
  /** Time at which the image was loaded, in milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** A cache of images on disk. Removes the least recently used ones above its limit of bytes. */
export class PictureCache {
  readonly #pictures = new Map<string, CachedPicture>();
  readonly #capacity: number;
  #total = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the image, or null if none was loaded after `fetchedAfter`. */
  get(key: string, fetchedAfter: number): CachedPicture | null {
    const picture = this.#pictures.get(key);
    if (picture === undefined || picture.fetchedAt <= fetchedAfter) return null;
    // The image becomes the last entry of the map, which is the most recently used one.
    this.#pictures.delete(key);
    this.#pictures.set(key, picture);
    return picture;
  }

  /**
   * Stores an image in place of the previous one with this key, and removes others if the cache
   * exceeds its limit.
   */
  async put(key: string, picture: CachedPicture): Promise<void> {
    await this.#remove(key);
    this.#pictures.set(key, picture);
    this.#total += picture.size;
    for (const oldest of this.#pictures.keys()) {
      if (this.#total <= this.#capacity || oldest === key) break;
      await this.#remove(oldest);
    }
  }

  async #remove(key: string): Promise<void> {
    const picture = this.#pictures.get(key);
    if (picture === undefined) return;
    this.#pictures.delete(key);
    this.#total -= picture.size;
    await rm(picture.path, { force: true });
  }
}
