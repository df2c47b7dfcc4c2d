import { roomAt } from "../files/room.ts";
import { finding, type Finding } from "./finding.ts";

/** Below this the database could not add the next 16 MiB of its log beside what else is written; more is refused before it is full (P18). */
export const reserveMib = 32;
/** Below this somebody should plan. */
const plentyMib = 2_048;

/** Place and rights of a folder; `name`: what it is called in sentences. */
export async function lookAtDisk(folder: string, name: string): Promise<Finding> {
  try {
    const { isWritable, freeMib } = await roomAt(folder);
    if (!isWritable) return finding("disk_closed", { folder: name });
    if (freeMib < reserveMib) return finding("disk_full", { free_mib: freeMib, folder: name, least_mib: reserveMib });
    return finding(freeMib < plentyMib ? "disk_low" : "disk_good", { free_mib: freeMib, folder: name });
  } catch (error) {
    return finding("disk_unseen", { folder: name, reason: codeOf(error) });
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? "unknown";
