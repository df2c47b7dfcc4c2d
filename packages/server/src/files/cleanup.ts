import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { StorageError, type FileStorage } from "./storage.ts";
import type { FileRecord, FilesDeps } from "./types.ts";

const unfinishedTtlMs = 3_600_000;
const unusedTtlMs = 24 * 3_600_000;
const maxFilesPerRound = 500;
type StorageKind = FileRecord["storage"];
const storageKinds: readonly StorageKind[] = ["disk", "s3"];

/** Removes unused files after a day, and incomplete ones of a dead process after 1 h (F29). */
export async function removeAbandonedFiles(deps: FilesDeps, incoming: string): Promise<void> {
  const now = deps.clock.now();
  // Rows remain if their storage is not configured, or if their file could not be removed now. Such
  // rows do not block other storages.
  let remainingKinds = storageKinds.filter((kind) => deps.getStorage(kind) !== null);
  while (remainingKinds.length > 0) {
    const abandoned = await deps.rows.markAbandoned(
      { unfinished: now - unfinishedTtlMs, unnamed: now - unusedTtlMs },
      remainingKinds,
      maxFilesPerRound,
    );
    const failed = await removeFiles(deps, abandoned);
    remainingKinds = remainingKinds.filter((kind) => !failed.has(kind));
    if (abandoned.length < maxFilesPerRound) break;
  }
  await removeStaleUploads(incoming, now - unfinishedTtlMs);
}

/**
 * Removes files and returns the storages with files that could not be removed. A storage that does
 * not respond is not called again.
 */
async function removeFiles(
  { rows, getStorage, onError }: FilesDeps,
  files: readonly FileRecord[],
): Promise<ReadonlySet<StorageKind>> {
  const failed = new Set<StorageKind>();
  const unavailable = new Set<StorageKind>();
  for (const file of files) {
    const storage = unavailable.has(file.storage) ? null : getStorage(file.storage);
    const isRemoved =
      storage !== null &&
      (await removeFromStorage(storage, file.token).catch((error: unknown) => {
        if (error instanceof StorageError) unavailable.add(file.storage);
        onError(error);
        return false;
      }));
    if (isRemoved) await rows.remove(file.account, file.id);
    else failed.add(file.storage);
  }
  return failed;
}

async function removeFromStorage(storage: FileStorage, token: string): Promise<true> {
  await storage.remove(`${token}.thumb`);
  await storage.remove(token);
  return true;
}

/** Removes incomplete files of uploads that a crash interrupted. */
async function removeStaleUploads(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats !== null && stats.mtimeMs < before) await rm(path, { force: true });
  }
}
