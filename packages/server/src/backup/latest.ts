import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { StartFault } from "../embedded/fault.ts";
import { readManifest } from "./manifest.ts";

/** The newest finished copy in DATA_DIR/backups; null: there is none. Copies that were written elsewhere are not known here. */
export async function latestBackup(dataDir: string): Promise<{ readonly folder: string; readonly at: number } | null> {
  const home = join(dataDir, "backups");
  const names = await readdir(home).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  let latest: { readonly folder: string; readonly at: number } | null = null;
  for (const name of names) {
    const folder = join(home, name);
    const at = await readManifest(folder).then(
      (manifest) => Date.parse(manifest.created_at),
      (error: unknown) => {
        // Half written, or none of ours.
        if (error instanceof StartFault) return Number.NaN;
        throw error;
      },
    );
    if (at > (latest?.at ?? Number.NEGATIVE_INFINITY)) latest = { folder, at };
  }
  return latest;
}
