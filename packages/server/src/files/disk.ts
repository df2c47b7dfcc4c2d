import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { StorageError, type FileStorage } from "./storage.ts";

/**
 * Creates a storage in a folder. Files are spread over 4,096 subfolders by the first two characters
 * of their names.
 */
export function createDiskStorage(folder: string): FileStorage {
  const getPath = (key: string): string => {
    if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(key))
      throw new Error("a key of the store has another form");
    return join(folder, key.slice(0, 2), key);
  };
  /**
   * Flush of the name of the folder itself. It is done once, because this process or an earlier one
   * may have just created the folder.
   */
  let folderNameFlush: Promise<void> | null = null;
  return {
    kind: "disk",
    async put(key, path) {
      const target = getPath(key);
      const targetFolder = dirname(target);
      const temporary = getPartPath(target);
      try {
        await mkdir(targetFolder, { recursive: true, mode: 0o700 });
        // Creates a hard link where the file system supports it, or else a copy. Until the rename,
        // the key does not exist, so a partial file is never read.
        await rm(temporary, { force: true });
        await link(path, temporary).catch(() => copyFile(path, temporary));
        await flushToDisk(temporary);
        await rename(temporary, target);
        await flushToDisk(targetFolder);
        await flushToDisk(folder);
        await (folderNameFlush ??= flushToDisk(dirname(folder)));
      } catch (error) {
        folderNameFlush = null;
        await rm(temporary, { force: true });
        throw toStorageError(error);
      }
    },
    async read(key, { start, end }) {
      const file = await open(getPath(key), "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw toStorageError(error);
      });
      return file === null ? null : readRange(file, start, end);
    },
    async remove(key) {
      const path = getPath(key);
      // A process that died in `put` may have left a partial file.
      await rm(getPartPath(path), { force: true });
      await rm(path, { force: true });
    },
  };
}

const getPartPath = (path: string): string => `${path}.part`;

/** Flushes a file, or the names in a folder, to disk. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the names of all folders below a folder, but not the name of the folder itself. */
export async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await flushFolders(join(folder, entry.name));
  await flushToDisk(folder);
}

/** Converts errors of a full or read-only disk (P18, F08) to StorageError, and no others. */
export function toStorageError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  return ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE", "EACCES"].includes(code)
    ? new StorageError(`The disk cannot store files (${code}).`)
    : error;
}

function readRange(file: Awaited<ReturnType<typeof open>>, start: number, end: number): Readable {
  return createReadStream("", { fd: file, start, end, autoClose: true });
}
