import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartFault } from "../embedded/fault.ts";
import { manifestName, readManifest, type Manifest } from "./manifest.ts";

/** A finished backup of the installation. */
export interface LatestBackup {
  readonly folder: string;
  /** Time of the backup, ms since 1970. */
  readonly at: number;
  /** The backup is complete up to these positions. */
  readonly accounts: Manifest["accounts"];
  /** Size of all copied data, or null if the release that wrote it did not measure it. */
  readonly bytes: number | null;
  /** Whether the backup still exists there. Backups may be moved to other disks. */
  readonly isThere: boolean;
}

/** File in DATA_DIR in which `parlour backup` records the last backup, wherever its folder is. */
const recordName = "last-backup.json";
type Made = Pick<Manifest, "created_at" | "accounts"> & { readonly bytes?: number | undefined };

/**
 * Records a finished backup for `latestBackup`. Every user who can enter DATA_DIR can read it,
 * because another user than Parlour's may write backups.
 */
export async function noteBackup(dataDir: string, folder: string, { created_at, accounts, bytes }: Made): Promise<void> {
  const path = join(dataDir, recordName);
  await writeFile(`${path}.part`, `${JSON.stringify({ folder, created_at, accounts, bytes })}\n`, { mode: 0o644 });
  await rename(`${path}.part`, path);
}

/**
 * Returns the newest known backup: the recorded one, or one in DATA_DIR/backups. Returns null if
 * there is none.
 */
export async function latestBackup(dataDir: string): Promise<LatestBackup | null> {
  const home = join(dataDir, "backups");
  const names = await readdir(home).catch((error: NodeJS.ErrnoException) => {
    if (isClosed(error)) return [];
    throw error;
  });
  const copies = [await noted(dataDir), ...(await Promise.all(names.map((name) => copyIn(join(home, name)))))];
  return copies.reduce((latest, copy) => (copy !== null && copy.at > (latest?.at ?? Number.NEGATIVE_INFINITY) ? copy : latest), null);
}

async function copyIn(folder: string): Promise<LatestBackup | null> {
  try {
    return copyOf(folder, await readManifest(folder), true);
  } catch (error) {
    // Incomplete, not a backup, or not readable.
    if (error instanceof StartFault || isClosed(error)) return null;
    throw error;
  }
}
async function noted(dataDir: string): Promise<LatestBackup | null> {
  const text = await readFile(join(dataDir, recordName), "utf8").catch((error: unknown) => {
    if (isClosed(error)) return "";
    throw error;
  });
  const note = noteIn(text);
  if (note === null) return null;
  const found = await stat(join(note.folder, manifestName)).catch((error: unknown) => error);
  return copyOf(note.folder, note, !["ENOENT", "ENOTDIR"].includes(codeOf(found)));
}
/** Returns null without a record, or if a power failure left it empty. */
function noteIn(text: string): (Made & { readonly folder: string }) | null {
  try {
    return JSON.parse(text) as Made & { readonly folder: string };
  } catch {
    return null;
  }
}
const copyOf = (folder: string, { created_at, accounts, bytes }: Made, isThere: boolean): LatestBackup => ({
  folder,
  at: Date.parse(created_at),
  accounts,
  bytes: bytes ?? null,
  isThere,
});
const isClosed = (error: unknown): boolean => ["ENOENT", "ENOTDIR", "EACCES"].includes(codeOf(error));
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? "";
