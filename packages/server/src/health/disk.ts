import { readFreeSpace } from "../files/free-space.ts";
import { createFinding, type Finding } from "./finding.ts";

/**
 * Minimum free space in MiB. With less space, the database could not add the next WAL segment of 16
 * MiB in addition to other writes. Writes are refused before that (P18).
 */
export const minFreeMib = 32;
/** Free space in MiB below which the disk causes a warning. */
const lowSpaceMib = 2_048;

/** Checks free space and permissions of a folder. Messages contain `name`. */
export async function checkDisk(folder: string, name: string): Promise<Finding> {
  try {
    const { isWritable, freeMib } = await readFreeSpace(folder);
    if (!isWritable) return createFinding("disk_closed", { folder: name });
    if (freeMib < minFreeMib)
      return createFinding("disk_full", { free_mib: freeMib, folder: name, least_mib: minFreeMib });
    return createFinding(freeMib < lowSpaceMib ? "disk_low" : "disk_good", {
      free_mib: freeMib,
      folder: name,
    });
  } catch (error) {
    return createFinding("disk_unseen", { folder: name, reason: getErrorCode(error) });
  }
}

const getErrorCode = (error: unknown): string =>
  (error as NodeJS.ErrnoException | null)?.code ?? "unknown";
