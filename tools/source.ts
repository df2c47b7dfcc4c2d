import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Root of the checkout, without a trailing slash. */
export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");

const skippedFolders = new Set(["node_modules", "dist", ".git", "coverage"]);

/**
 * Returns the files below `folder` (relative to the root) whose name ends with one of `endings`, as
 * slash paths relative to the root.
 */
export function listFiles(folder: string, endings: readonly string[]): string[] {
  const found: string[] = [];
  const visit = (currentFolder: string): void => {
    for (const entry of readdirSync(currentFolder, { withFileTypes: true })) {
      // Folders data* of the root are data of installations. Elsewhere the name may be used for
      // source folders.
      if (
        skippedFolders.has(entry.name) ||
        (currentFolder === root && entry.name.startsWith("data"))
      )
        continue;
      const path = join(currentFolder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (endings.some((e) => entry.name.endsWith(e)))
        found.push(relative(root, path).split(sep).join("/"));
    }
  };
  visit(join(root, folder));
  return found.sort();
}

export const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Prints the violations of a check, and sets exit code 1 if there are any. */
export function reportFaults(check: string, faults: readonly string[], successText: string): void {
  if (faults.length === 0) {
    console.log(`${check}: ${successText}`);
    return;
  }
  for (const fault of faults) console.error(`${check}: ${fault}`);
  console.error(`${check}: ${faults.length} fault(s)`);
  process.exitCode = 1;
}
