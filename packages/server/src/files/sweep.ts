import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileRecord, FilesDeps } from "./index.ts";
import { StorageFault, type Storage } from "./storage.ts";

const unfinishedMs = 3_600_000;
const unnamedMs = 24 * 3_600_000;
const most = 500;
type StorageKind = FileRecord["storage"];
const storageKinds: readonly StorageKind[] = ["disk", "s3"];

/**
 * Removes files that no message uses after a day, and files left half-written by a dead process
 * after an hour (F29).
 */
export async function sweepFiles(deps: Pick<FilesDeps, "clock" | "rows" | "storageOf" | "onFault">, incoming: string): Promise<void> {
  const now = deps.clock.now();
  // Rows of a storage that is not configured stay until it is configured again. So do rows whose
  // file could not be removed now. Neither blocks other storages.
  let from = storageKinds.filter((kind) => deps.storageOf(kind) !== null);
  while (from.length > 0) {
    const gone = await deps.rows.giveUp({ unfinished: now - unfinishedMs, unnamed: now - unnamedMs }, from, most);
    const failed = await removeAll(deps, gone);
    from = from.filter((kind) => !failed.has(kind));
    if (gone.length < most) break;
  }
  await removeOld(incoming, now - unfinishedMs);
}

/**
 * Returns the storages with files that could not be removed. A storage that does not respond is not
 * called again.
 */
async function removeAll(
  { rows, storageOf, onFault }: Pick<FilesDeps, "rows" | "storageOf" | "onFault">,
  gone: readonly FileRecord[],
): Promise<ReadonlySet<StorageKind>> {
  const failed = new Set<StorageKind>();
  const away = new Set<StorageKind>();
  for (const file of gone) {
    const from = away.has(file.storage) ? null : storageOf(file.storage);
    const isRemoved =
      from !== null &&
      (await removed(from, file.token).catch((error: unknown) => {
        if (error instanceof StorageFault) away.add(file.storage);
        onFault(error);
        return false;
      }));
    if (isRemoved) await rows.forget(file.account, file.id);
    else failed.add(file.storage);
  }
  return failed;
}

async function removed(from: Storage, token: string): Promise<true> {
  await from.remove(`${token}.thumb`);
  await from.remove(token);
  return true;
}

/** Removes files left by uploads that a crash interrupted. */
async function removeOld(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < before) await rm(path, { force: true });
  }
}
