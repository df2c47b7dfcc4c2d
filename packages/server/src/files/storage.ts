import type { Readable } from "node:stream";

/** Where the bytes of files lie: on disk, or at an S3 service (CFG-033). Keys are file names of our own making, `[A-Za-z0-9_.-]`. */
export interface Storage {
  readonly kind: "disk" | "s3";
  /** Stores the file at `path` under `key`; when it resolves, the bytes outlive a crash. Nothing can be read under the key before. */
  put(key: string, path: string, about: { readonly bytes: number; readonly type: string }): Promise<void>;
  /** The bytes `start` to `end`, both included; null: there is no such object. */
  read(key: string, range: { readonly start: number; readonly end: number }): Promise<Readable | null>;
  /** What is not there is gone already. */
  remove(key: string): Promise<void>;
}

/** The store does not answer; the request may be repeated. */
export class StorageFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StorageFault";
  }
}
