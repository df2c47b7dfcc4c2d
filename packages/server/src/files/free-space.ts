import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";

/** Free space of a folder's file system. */
export interface FreeSpace {
  readonly isWritable: boolean;
  /** Whole MiB that this user may still write. */
  readonly freeMib: number;
}

/**
 * Reads the free space without a test write, which would use up a full disk. Rejects if the folder
 * does not exist.
 */
export async function readFreeSpace(folder: string): Promise<FreeSpace> {
  const [isWritable, { bavail, bsize }] = await Promise.all([
    access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
    statfs(folder),
  ]);
  return { isWritable, freeMib: Math.floor((bavail * bsize) / (1024 * 1024)) };
}
