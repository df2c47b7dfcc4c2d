import { createHash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { databaseUser, userMay } from "./run-as.ts";

/**
 * The directory to use when DATA_DIR was not set. As root in a private home the database's own user cannot reach ./data;
 * then the data goes below /var/lib/parlour, under a name made from the wanted path.
 */
export function defaultDataDir(wanted: string): string {
  const path = resolve(wanted);
  const as = databaseUser();
  if (!as || userMay(as, "-x", dirname(path))) return path;
  return join("/var/lib/parlour", createHash("sha256").update(path).digest("hex").slice(0, 8));
}
