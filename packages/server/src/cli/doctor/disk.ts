import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { lookAtDisk } from "../../health/index.ts";
import { dataDirOf } from "../database.ts";
import type { Finding, Surroundings } from "./finding.ts";

/** Checks disk and permissions of DATA_DIR or of its nearest existing parent. */
export async function disk({ config }: Surroundings): Promise<Finding[]> {
  const folder = dataDirOf(config);
  let at = resolve(folder);
  // `lstat` also finds a broken link, whose target does not exist.
  while (lstatSync(at, { throwIfNoEntry: false }) === undefined) at = dirname(at);
  return [await lookAtDisk(at, folder)];
}
