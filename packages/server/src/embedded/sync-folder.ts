import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Flushes the names in a folder to disk, because otherwise created, linked or renamed files may not
 * survive a power failure (P2). Like PostgreSQL, ignores errors of file systems that cannot open or
 * sync folders.
 */
export function syncFolder(path: string): void {
  let folder: number | null = null;
  try {
    folder = openSync(path, "r");
    fsyncSync(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!["EACCES", "EBADF", "EINVAL", "EISDIR"].includes(code)) throw error;
  } finally {
    if (folder !== null) closeSync(folder);
  }
}

/** Flushes the names of `path` and its parents up to `first`, the topmost new folder. */
export function syncCreatedPath(path: string, first: string): void {
  const last = resolve(first).length;
  for (let current = resolve(path); ; current = dirname(current)) {
    syncFolder(dirname(current));
    if (current.length <= last) return;
  }
}
