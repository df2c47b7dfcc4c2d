import { createHash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { ensureDatabaseUser, canUserAccess } from "./run-as.ts";

/**
 * Returns the directory to use without DATA_DIR. If Parlour runs as root in a private home, the
 * database's user cannot reach ./data. The data is then stored below /var/lib/parlour, under a name
 * derived from that path.
 */
export function getDefaultDataDir(preferred: string): string {
  const path = resolve(preferred);
  const as = ensureDatabaseUser();
  if (!as || canUserAccess(as, "-x", dirname(path))) return path;
  return join("/var/lib/parlour", createHash("sha256").update(path).digest("hex").slice(0, 8));
}
