import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { StorageFault, type Storage } from "./storage.ts";

/**
 * Creates a storage in a folder. Files are spread over 4,096 subfolders by the first two characters
 * of their names.
 */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string): string => {
    if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(key)) throw new Error("a key of the store has another form");
    return join(folder, key.slice(0, 2), key);
  };
  /**
   * Flush of the folder's own name, done once, because this process or one that died may have just
   * created it.
   */
  let named: Promise<void> | null = null;
  return {
    kind: "disk",
    async put(key, path) {
      const target = pathOf(key);
      const shelf = dirname(target);
      const temporary = partOf(target);
      try {
        await mkdir(shelf, { recursive: true, mode: 0o700 });
        // A hard link where the file system supports it, else a copy. A partial file never appears
        // under the key.
        await rm(temporary, { force: true });
        await link(path, temporary).catch(() => copyFile(path, temporary));
        await flush(temporary);
        await rename(temporary, target);
        await flush(shelf);
        await flush(folder);
        await (named ??= flush(dirname(folder)));
      } catch (error) {
        named = null;
        await rm(temporary, { force: true });
        throw diskFault(error);
      }
    },
    async read(key, { start, end }) {
      const file = await open(pathOf(key), "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw diskFault(error);
      });
      return file === null ? null : bytesOf(file, start, end);
    },
    async remove(key) {
      const path = pathOf(key);
      // A process that died in `put` may have left the partial file.
      await rm(partOf(path), { force: true });
      await rm(path, { force: true });
    },
  };
}

const partOf = (path: string): string => `${path}.part`;

/** Flushes a file, or the names in a folder, to disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the names of all folders below a folder, but not its own name. */
export async function flushNames(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) if (entry.isDirectory()) await flushNames(join(folder, entry.name));
  await flush(folder);
}

/**
 * Converts errors of a full or read-only disk (P18, F08) to StorageError. Returns other errors
 * unchanged.
 */
export function diskFault(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  return ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE", "EACCES"].includes(code)
    ? new StorageFault(`The disk does not take files (${code}).`)
    : error;
}

function bytesOf(file: Awaited<ReturnType<typeof open>>, start: number, end: number): Readable {
  return createReadStream("", { fd: file, start, end, autoClose: true });
}
