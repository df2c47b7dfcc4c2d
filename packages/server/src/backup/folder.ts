import { lstat, mkdir, readdir, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import type { BackupError } from "@parlour/protocol/api";
import { readFreeSpace } from "../files/free-space.ts";

/** A backup that cannot be made, with the reason and what to do, for people. */
export class BackupFault extends Error {
  readonly code: BackupError;
  constructor(code: BackupError, message: string) {
    super(message);
    this.name = "BackupFault";
    this.code = code;
  }
}

/** Space that stays free for other files on the disk of the copies, in MiB. */
const minFreeMib = 64;

/** Returns the folder of copies if the owner of the installation chose none. */
export const getDefaultFolder = (dataDir: string): string => join(dataDir, "backups");

/** The size of the last copy: all of it, and the part of stored files, in bytes. */
export interface ExpectedSize {
  readonly bytes: number;
  readonly fileBytes: number;
}

/**
 * Checks a folder for copies and creates it (CFG-138). Returns its path without links. Throws
 * BackupFault if the folder is relative, belongs to the data of Parlour, is not writable, or its
 * disk has too little space.
 */
export async function prepareBackupFolder(
  folder: string,
  dataDir: string,
  expected: ExpectedSize | null,
): Promise<string> {
  if (!isAbsolute(folder) || folder.includes("\0"))
    throw new BackupFault("folder_relative", "The folder must be an absolute path.");
  const target = await resolveLinks(normalize(folder));
  if (await isInsideData(target, dataDir))
    throw new BackupFault(
      "folder_inside_data",
      `The folder contains the data of Parlour. Use ${getDefaultFolder(dataDir)}, or a folder on another disk.`,
    );
  try {
    await makeFolders(target);
    const { isWritable, freeMib } = await readFreeSpace(target);
    if (!isWritable) throw Object.assign(new Error("not writable"), { code: "EACCES" });
    await assertSpace(target, { dataDir, freeMib, expected });
  } catch (error) {
    throw toBackupFault(error);
  }
  return target;
}

/** Stored files are linked instead of copied if the copy is on the same disk. */
async function assertSpace(
  folder: string,
  {
    dataDir,
    freeMib,
    expected,
  }: {
    readonly dataDir: string;
    readonly freeMib: number;
    readonly expected: ExpectedSize | null;
  },
): Promise<void> {
  const [target, data] = await Promise.all([stat(folder), stat(dataDir)]);
  const { bytes, fileBytes } = expected ?? { bytes: 0, fileBytes: 0 };
  const neededMib = (bytes - (target.dev === data.dev ? fileBytes : 0)) / (1024 * 1024);
  if (freeMib < neededMib + minFreeMib)
    throw new BackupFault(
      "no_space",
      `The disk of the folder has ${freeMib} MiB free, and a backup needs ${Math.ceil(neededMib + minFreeMib)} MiB.`,
    );
}

/**
 * Creates a folder and those above it. `mkdir` with `recursive` never returns for a folder that its
 * file system cannot create, such as one in `/proc`.
 */
async function makeFolders(path: string): Promise<void> {
  const make = async (): Promise<void> => {
    await mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
    });
  };
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolders(dirname(path));
    await make();
  });
}

/** Converts an error of a backup to a fault with a code. */
export function toBackupFault(error: unknown): BackupFault {
  if (error instanceof BackupFault) return error;
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? "");
  if (["ENOSPC", "EDQUOT"].includes(code))
    return new BackupFault("no_space", "The disk of the folder is full.");
  if (["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST", "EIO", "ELOOP"].includes(code))
    return new BackupFault("folder_unwritable", `Parlour cannot write to the folder (${code}).`);
  if (/^[0-9A-Z]{5}$/.test(code) || ["ECONNREFUSED", "ECONNRESET"].includes(code))
    return new BackupFault("database", "The database ended the backup.");
  return new BackupFault("failed", "The backup failed. The log of the server has the reason.");
}

/** Resolves the links in the existing part of a path. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await resolveLinks(parent), relative(parent, path));
  }
}

/** Only DATA_DIR/backups may contain copies. Parts of DATA_DIR may be links to other disks. */
async function isInsideData(target: string, dataDir: string): Promise<boolean> {
  const home = await realpath(dataDir);
  const copies = await resolveLinks(getDefaultFolder(home));
  if (contains(copies, target)) return false;
  const parts = (await readdir(home)).filter((name) => name !== "backups");
  const folders = await Promise.all(parts.map((name) => resolveLinks(join(home, name))));
  return [home, ...folders].some((folder) => contains(folder, target));
}
function contains(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== ".." && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

/** Returns whether the path is a folder, and neither it nor a folder above it is a link. */
export async function isPlainFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isDirectory() === true && (await realpath(path)) === path;
}
