import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../embedded/start-error.ts";
import { backupManifestName, readManifest, type BackupManifest } from "./manifest.ts";

/** A finished backup of the installation. */
export interface LatestBackup {
  readonly folder: string;
  /** Time of the backup in milliseconds since 1970. */
  readonly at: number;
  /** Journal positions of the accounts up to which the backup is complete. */
  readonly accounts: BackupManifest["accounts"];
  /** Size of all copied data in bytes, or null if an older release wrote the backup. */
  readonly bytes: number | null;
  /** Whether the backup is still in its folder. Backups may be moved to other disks. */
  readonly isThere: boolean;
}

/** File in DATA_DIR in which `parlour backup` records the last backup, whatever folder it is in. */
const recordName = "last-backup.json";
interface BackupRecord {
  readonly created_at: string;
  readonly accounts: BackupManifest["accounts"];
  readonly bytes?: number | undefined;
}

/**
 * Records a finished backup for `findLatestBackup`. Every user with access to DATA_DIR can read the
 * record, because backups may be written by another user than Parlour's.
 */
export async function recordBackup(
  dataDir: string,
  folder: string,
  { created_at, accounts, bytes }: BackupRecord,
): Promise<void> {
  const path = join(dataDir, recordName);
  await writeFile(`${path}.part`, `${JSON.stringify({ folder, created_at, accounts, bytes })}\n`, {
    mode: 0o644,
  });
  await rename(`${path}.part`, path);
}

/** Returns the newest known backup: the recorded one, one in DATA_DIR/backups, or null. */
export async function findLatestBackup(dataDir: string): Promise<LatestBackup | null> {
  const home = join(dataDir, "backups");
  const names = await readdir(home).catch((error: NodeJS.ErrnoException) => {
    if (isInaccessible(error)) return [];
    throw error;
  });
  const copies = [
    await readRecordedBackup(dataDir),
    ...(await Promise.all(names.map((name) => readBackup(join(home, name))))),
  ];
  return copies.reduce(
    (latest, copy) =>
      copy !== null && copy.at > (latest?.at ?? Number.NEGATIVE_INFINITY) ? copy : latest,
    null,
  );
}

async function readBackup(folder: string): Promise<LatestBackup | null> {
  try {
    return toLatestBackup(folder, await readManifest(folder), true);
  } catch (error) {
    // The folder is incomplete, not a backup, or not readable.
    if (error instanceof StartError || isInaccessible(error)) return null;
    throw error;
  }
}
async function readRecordedBackup(dataDir: string): Promise<LatestBackup | null> {
  const text = await readFile(join(dataDir, recordName), "utf8").catch((error: unknown) => {
    if (isInaccessible(error)) return "";
    throw error;
  });
  const record = parseRecord(text);
  if (record === null) return null;
  const stats = await stat(join(record.folder, backupManifestName)).catch(
    (error: unknown) => error,
  );
  return toLatestBackup(
    record.folder,
    record,
    !["ENOENT", "ENOTDIR"].includes(getErrorCode(stats)),
  );
}
/** Parses the record. Returns null if there is none, or if a power failure left it empty. */
function parseRecord(text: string): (BackupRecord & { readonly folder: string }) | null {
  try {
    return JSON.parse(text) as BackupRecord & { readonly folder: string };
  } catch {
    return null;
  }
}
const toLatestBackup = (
  folder: string,
  { created_at, accounts, bytes }: BackupRecord,
  isThere: boolean,
): LatestBackup => ({
  folder,
  at: Date.parse(created_at),
  accounts,
  bytes: bytes ?? null,
  isThere,
});
const isInaccessible = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR", "EACCES"].includes(getErrorCode(error));
const getErrorCode = (error: unknown): string =>
  (error as NodeJS.ErrnoException | null)?.code ?? "";
