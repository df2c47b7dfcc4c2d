import { lstat, rm } from "node:fs/promises";
import { basename } from "node:path";
import {
  finishBackup,
  listRemovableBackups,
  markBackupRemoved,
  type BackupResult,
  type BackupRunRecord,
} from "../store/settings/installation/backup-runs.ts";
import type { Sql } from "../store/database/sql.ts";
import { isPlainFolder } from "./folder.ts";
import { readManifest, type BackupManifest } from "./manifest.ts";

/** Returns the folder name of a copy: the time in UTC and the number of the run. */
export const formatCopyName = (id: number, at: number): string =>
  `parlour-${new Date(at).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "")}-${id}`;

/** Returns what the record of a run needs from the manifest of its copy. */
export const toBackupResult = (manifest: BackupManifest): BackupResult => ({
  bytes: manifest.bytes ?? 0,
  fileBytes: manifest.files.bytes,
  accounts: manifest.accounts,
});

interface CopyDeps {
  readonly sql: Sql;
  readonly host: string;
  readonly now: number;
}

/**
 * Completes or removes what interrupted runs of this machine left (CORE-369). If the process ended
 * after the copy was complete, the copy counts.
 */
export async function settleInterruptedCopies(deps: CopyDeps): Promise<void> {
  const { sql, host, now } = deps;
  const { interrupted } = await listRemovableBackups(sql, 0, host);
  for (const run of interrupted) {
    const manifest = await readOwnManifest(run);
    if (manifest !== null && (await finishBackup(sql, run.id, toBackupResult(manifest), now)))
      continue;
    if (await removeFolder(run, `${run.path}.part`)) await markBackupRemoved(sql, run.id, now);
  }
}

/**
 * Removes the oldest copies, so that `maxCopies` remain (CORE-370). Copies on the disk of another
 * machine stay until that machine makes a backup.
 */
export async function removeSurplusCopies(deps: CopyDeps, maxCopies: number): Promise<void> {
  const { sql, host, now } = deps;
  const { surplus } = await listRemovableBackups(sql, maxCopies, host);
  for (const run of surplus) {
    const isMissing = (await lstat(run.path ?? "").catch(() => null)) === null;
    const isRemovable = isMissing ? run.host === host : (await readOwnManifest(run)) !== null;
    if (isRemovable && (isMissing || (await removeFolder(run, run.path ?? ""))))
      await markBackupRemoved(sql, run.id, now);
  }
}

/** Returns the manifest of the copy of a run, or null if the folder is not that copy. */
async function readOwnManifest({
  path,
  startedAt,
}: BackupRunRecord): Promise<BackupManifest | null> {
  if (path === null || !(await isPlainFolder(path))) return null;
  const manifest = await readManifest(path).catch(() => null);
  return manifest !== null && Date.parse(manifest.created_at) === startedAt ? manifest : null;
}

/** Removes a folder that a run made. Returns false if it is another one, or a link. */
async function removeFolder(
  { id, startedAt, path }: BackupRunRecord,
  folder: string,
): Promise<boolean> {
  if (basename(path ?? "") !== formatCopyName(id, startedAt ?? 0)) return false;
  if ((await lstat(folder).catch(() => null)) === null) return true;
  if (!(await isPlainFolder(folder))) return false;
  await rm(folder, { recursive: true, force: true });
  return true;
}
