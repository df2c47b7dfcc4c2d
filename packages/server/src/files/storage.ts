import type { Readable } from "node:stream";

/**
 * Storage of file contents: on disk, or at an S3 service (CFG-033). Parlour generates the keys,
 * which match `[A-Za-z0-9_.-]`.
 */
export interface FileStorage {
  readonly kind: "disk" | "s3";
  /**
   * Stores the file at `path` under `key`. After it resolves, the bytes survive a crash. Before it
   * resolves, the key cannot be read.
   */
  put(
    key: string,
    path: string,
    about: { readonly bytes: number; readonly type: string },
  ): Promise<void>;
  /** Reads bytes from `start` to `end`, both included. Resolves with null without an object. */
  read(
    key: string,
    range: { readonly start: number; readonly end: number },
  ): Promise<Readable | null>;
  /** Removes an object. A missing object is not an error. */
  remove(key: string): Promise<void>;
}

/** Thrown if the storage does not respond. The request may be repeated. */
export class StorageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StorageFault";
  }
}
