import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Forces the names in a folder to disk: what was made, linked or renamed there outlives a loss of power only then (P2). Where folders cannot
 * be opened or synced the file system has another way, or none; PostgreSQL passes over the same.
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

/** The same for the name of `path` and of the folders above it, up to that of `first`, the topmost one that was made. */
export function syncMade(path: string, first: string): void {
  const last = resolve(first).length;
  for (let made = resolve(path); ; made = dirname(made)) {
    syncFolder(dirname(made));
    if (made.length <= last) return;
  }
}
