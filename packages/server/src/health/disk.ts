import { readFreeSpace } from "../files/free-space.ts";
import { finding, type Finding } from "./finding.ts";

/**
 * Minimum free space in MiB. Below it the database could not add the next 16 MiB WAL segment beside
 * other writes. Writes are refused earlier (P18).
 */
export const reserveMib = 32;
/** Free space in MiB below which the disk is a warning. */
const plentyMib = 2_048;

/** Checks free space and permissions of a folder. `name`: its name in messages. */
export async function lookAtDisk(folder: string, name: string): Promise<Finding> {
  try {
    const { isWritable, freeMib } = await readFreeSpace(folder);
    if (!isWritable) return finding("disk_closed", { folder: name });
    if (freeMib < reserveMib) return finding("disk_full", { free_mib: freeMib, folder: name, least_mib: reserveMib });
    return finding(freeMib < plentyMib ? "disk_low" : "disk_good", { free_mib: freeMib, folder: name });
  } catch (error) {
    return finding("disk_unseen", { folder: name, reason: codeOf(error) });
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? "unknown";
