import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reportFaults, read, root } from "./source.ts";

/**
 * Checks that every locked package has a licence of the list in docs/stack.md 5. AGPL and GPL are
 * never permitted, LGPL only for the libvips binaries of sharp.
 */
const allowed = new Set([
  "MIT",
  "MIT-0",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MPL-2.0",
  "OFL-1.1",
  "PSF-2.0",
  "Python-2.0",
  "PostgreSQL",
  "Unlicense",
  "0BSD",
  "CC0-1.0",
  "BlueOak-1.0.0",
]);
interface LockedPackage {
  version?: string;
  license?: string | { type: string };
  link?: boolean;
  resolved?: string;
}

const violations: string[] = [];
let count = 0;
for (const lockFile of ["package-lock.json", "scripts/node24/package-lock.json"]) {
  const lock = JSON.parse(read(lockFile)) as { packages: Record<string, LockedPackage> };
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "" || entry.link === true || !path.includes("node_modules/")) continue;
    count++;
    if (entry.resolved?.startsWith("http") === true)
      violations.push(`${lockFile}: ${path} carries a download address`);
    const licence = getLicence(path, entry);
    if (!isAccepted(licence, isImageLibrary(path)))
      violations.push(`${path}: licence ${licence} is not on the list`);
  }
}
reportFaults("licences", violations, `${count} packages`);

function getLicence(path: string, entry: LockedPackage): string {
  if (typeof entry.license === "string") return entry.license;
  const manifest = join(root, path, "package.json");
  if (!existsSync(manifest)) return "unknown";
  const found = JSON.parse(readFileSync(manifest, "utf8")) as LockedPackage & {
    licenses?: { type: string }[];
  };
  const licence = found.license ?? found.licenses?.[0];
  return typeof licence === "string" ? licence : (licence?.type ?? "unknown");
}
/** libvips in sharp's packages: used as a library and named in NOTICE. */
function isImageLibrary(path: string): boolean {
  return path.startsWith("node_modules/@img/sharp-");
}
function isAccepted(expression: string, isLibrary: boolean): boolean {
  const plain = expression.replace(/[()]/g, "");
  if (plain.includes(" OR "))
    return plain.split(" OR ").some((part) => isAccepted(part, isLibrary));
  return plain
    .split(" AND ")
    .map((part) => part.trim())
    .every((part) => allowed.has(part) || (isLibrary && part === "LGPL-3.0-or-later"));
}
