import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";

/** Free space of a folder's file system. */
export interface FreeSpace {
  readonly isWritable: boolean;
  /** Free space that the user of this process may still use, in whole MiB. */
  readonly freeMib: number;
}

/**
 * Reads the free space. A test write would use up a full disk, so none is made. Rejects if the
 * folder does not exist.
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
