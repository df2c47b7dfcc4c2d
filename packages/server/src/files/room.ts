import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";

/** What a folder's file system still takes. */
export interface Room {
  readonly isWritable: boolean;
  /** Whole MiB that this user may still fill. */
  readonly freeMib: number;
}

/** Looks without writing: on a full disk a trial would take what is left. Rejects when the folder is not there. */
export async function roomAt(folder: string): Promise<Room> {
  const [isWritable, { bavail, bsize }] = await Promise.all([
    access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
    statfs(folder),
  ]);
  return { isWritable, freeMib: Math.floor((bavail * bsize) / (1024 * 1024)) };
}
