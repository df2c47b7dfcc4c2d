import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { StorageFault, type Storage } from "./storage.ts";

/** Files below a folder, spread over 4,096 folders by the beginning of their names. */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string): string => {
    if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(key)) throw new Error("a key of the store has another form");
    return join(folder, key.slice(0, 2), key);
  };
  /** The folder's own name, which this process or one that died may have given it a moment ago: made to last once. */
  let named: Promise<void> | null = null;
  return {
    kind: "disk",
    async put(key, path) {
      const target = pathOf(key);
      const shelf = dirname(target);
      const temporary = partOf(target);
      try {
        await mkdir(shelf, { recursive: true, mode: 0o700 });
        // A second name of the same bytes where the file system has that; never a half-written file under the key.
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
      // A process that died in `put` may have left the other name of the bytes.
      await rm(partOf(path), { force: true });
      await rm(path, { force: true });
    },
  };
}

const partOf = (path: string): string => `${path}.part`;

/** Forces a file, or the names in a folder, to disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same for all names below a folder, its own aside. */
export async function flushNames(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) if (entry.isDirectory()) await flushNames(join(folder, entry.name));
  await flush(folder);
}

/** A full or read-only disk is expected (P18, F08); anything else is a bug. */
export function diskFault(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  return ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE", "EACCES"].includes(code)
    ? new StorageFault(`The disk does not take files (${code}).`)
    : error;
}

function bytesOf(file: Awaited<ReturnType<typeof open>>, start: number, end: number): Readable {
  return createReadStream("", { fd: file, start, end, autoClose: true });
}
