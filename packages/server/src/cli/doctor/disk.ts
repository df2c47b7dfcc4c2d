import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { lookAtDisk } from "../../health/index.ts";
import { dataDirOf } from "../database.ts";
import type { Finding, Surroundings } from "./finding.ts";

/** Place and rights of DATA_DIR, or of where it will be. */
export async function disk({ config }: Surroundings): Promise<Finding[]> {
  const folder = dataDirOf(config);
  let at = resolve(folder);
  // A link that leads nowhere is there: its disk is not.
  while (lstatSync(at, { throwIfNoEntry: false }) === undefined) at = dirname(at);
  return [await lookAtDisk(at, folder)];
}
