import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FileStorage } from "../../files/storage.ts";

/** Columns of a row of the table `file`. */
export interface MovedFile {
  readonly token: string;
  readonly type: string;
  readonly size: number;
  readonly thumb_size: number | null;
  readonly state: string;
  readonly storage: "disk" | "s3";
}
export interface FileCopier {
  /** Copies the contents of files that are not copied yet. */
  copy(files: readonly MovedFile[]): Promise<void>;
  /** Removes what was copied. */
  removeAll(): Promise<void>;
  stats(): { readonly count: number; readonly bytes: number; readonly missing: number };
}

/** Creates the copier of stored files. `folder` receives each file while it is copied. */
export function createFileCopier(
  getSource: (kind: "disk" | "s3") => FileStorage | null,
  target: FileStorage,
  folder: string,
): FileCopier {
  const copied = new Set<string>();
  const stats = { count: 0, bytes: 0, missing: 0 };
  const copyOne = async (file: MovedFile, key: string, size: number): Promise<void> => {
    if (copied.has(key)) return;
    copied.add(key);
    const body =
      size === 0 ? null : await getSource(file.storage)?.read(key, { start: 0, end: size - 1 });
    if (size > 0 && !body) {
      stats.missing += 1;
      return;
    }
    const path = join(folder, `move-${key}`);
    try {
      await pipeline(body ?? [], createWriteStream(path, { mode: 0o600 }));
      await target.put(key, path, { bytes: size, type: file.type });
    } finally {
      await rm(path, { force: true });
    }
    stats.count += 1;
    stats.bytes += size;
  };
  return {
    async copy(files) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const file of files) {
        if (file.state !== "stored") continue;
        await copyOne(file, file.token, file.size);
        if (file.thumb_size !== null) await copyOne(file, `${file.token}.thumb`, file.thumb_size);
      }
    },
    async removeAll() {
      for (const key of copied) await target.remove(key);
    },
    stats: () => stats,
  };
}
