import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { checkDisk } from "../../health/disk.ts";
import { getDataDir } from "../database.ts";
import type { Finding, CheckDeps } from "./finding.ts";

/** Checks disk and permissions of DATA_DIR or of its nearest existing parent. */
export async function inspectDisk({ config }: CheckDeps): Promise<Finding[]> {
  const folder = getDataDir(config);
  let existing = resolve(folder);
  // `lstat` also finds a broken link, whose target does not exist.
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) existing = dirname(existing);
  return [await checkDisk(existing, folder)];
}
