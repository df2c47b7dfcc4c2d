import { spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { bundledMajor, getProgramPath, type PostgresBinaries } from "./binaries.ts";
import { findStartFailureReason, StartError } from "./start-error.ts";
import type { DatabaseUser } from "./database-user.ts";
import { syncFolder } from "./sync-folder.ts";

/** Name of the database role that owns every embedded cluster. */
export const clusterOwner = "parlour";

export interface ClusterOptions {
  readonly binaries: PostgresBinaries;
  /** Folder of the cluster. Its parent folder must exist. */
  readonly cluster: string;
  readonly as?: DatabaseUser | undefined;
}

/**
 * Creates the cluster if it does not exist, in a temporary folder that is renamed at the end. If
 * the attempt is interrupted, the next start removes the temporary folder. Throws StartError for a
 * cluster of another major version. Returns true if a cluster was created.
 */
export async function initCluster(options: ClusterOptions): Promise<boolean> {
  const { cluster } = options;
  removeUnfinishedClusters(cluster);
  const isCreated = existsSync(join(cluster, "PG_VERSION")) ? false : await createCluster(options);
  const storedVersion = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (storedVersion !== bundledMajor) {
    throw new StartError(
      `${cluster} contains data from PostgreSQL ${storedVersion}, but this release includes ${bundledMajor}; run parlour backup with the old release, then parlour restore with this one`,
    );
  }
  return isCreated;
}

async function createCluster({ binaries, cluster, as }: ClusterOptions): Promise<boolean> {
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new StartError(
      `${cluster} exists but contains no database; move it or use another DATA_DIR`,
    );
  }
  const partFolder = `${cluster}.init-${process.pid}`;
  mkdirSync(partFolder, { mode: 0o700 });
  if (as) chownSync(partFolder, as.uid, as.gid);
  const { code, output } = await runProgram(
    getProgramPath(binaries, "initdb"),
    [
      "-D",
      partFolder,
      "-U",
      clusterOwner,
      "--auth=trust",
      "--encoding=UTF8",
      "--data-checksums",
      "--no-instructions",
      // The builtin provider sorts the same everywhere. The sort order of host libraries and
      // bundled libraries changes between versions.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
    ],
    as,
  );
  if (code !== 0) {
    rmSync(partFolder, { recursive: true, force: true });
    throw new StartError(
      `could not create the database in ${dirname(cluster)}: ${findStartFailureReason(output) ?? getLastLine(output)}`,
    );
  }
  try {
    renameSync(partFolder, cluster);
    // initdb syncs its files, but not the rename of the folder.
    syncFolder(dirname(cluster));
  } catch (error) {
    // If another process created the cluster first, that cluster is used.
    if (!existsSync(join(cluster, "PG_VERSION"))) throw error;
    rmSync(partFolder, { recursive: true, force: true });
  }
  return true;
}

function removeUnfinishedClusters(cluster: string): void {
  const prefix = `${basename(cluster)}.init-`;
  for (const name of readdirSync(dirname(cluster))) {
    // Deletes with retries, because the initdb of a killed start may still be writing.
    if (name.startsWith(prefix) && !isProcessRunning(Number(name.slice(prefix.length))))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 20 });
  }
}
function isProcessRunning(pid: number): boolean {
  if (pid === process.pid || !Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function runProgram(
  file: string,
  args: readonly string[],
  as: DatabaseUser | undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...as,
      env: getDatabaseEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (part: Buffer) => (output += part.toString()));
    child.stderr.on("data", (part: Buffer) => (output += part.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
function getLastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

/** Returns the environment of PostgreSQL programs, without PG* variables and secrets. */
export function getDatabaseEnvironment(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" };
}
