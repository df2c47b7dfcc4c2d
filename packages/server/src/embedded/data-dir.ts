import { createHash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { ensureDatabaseUser, canUserAccess } from "./database-user.ts";

/**
 * Returns the directory that is used if DATA_DIR is not set. If Parlour runs as root in a private
 * home directory, the database's user cannot enter ./data. The data is then stored in a folder of
 * /var/lib/parlour whose name is derived from that path.
 */
export function getDefaultDataDir(preferred: string): string {
  const path = resolve(preferred);
  const as = ensureDatabaseUser();
  if (!as || canUserAccess(as, "-x", dirname(path))) return path;
  return join("/var/lib/parlour", createHash("sha256").update(path).digest("hex").slice(0, 8));
}
