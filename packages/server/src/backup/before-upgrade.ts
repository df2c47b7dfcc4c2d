import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../embedded/start-error.ts";
import { flushToDisk } from "../files/disk.ts";
import { withConnection } from "../store/database/connections.ts";
import { useRole } from "../store/database/roles/names.ts";
import { EarlierSchemaError, replaceEarlierSteps } from "../store/migration-steps.ts";
import { version } from "../version.ts";
import { readManifest, type BackupManifest } from "./manifest.ts";
import { writeBackup, type BackupJob } from "./write.ts";

/** A backup from before an upgrade. */
export interface UpgradeCopy {
  readonly folder: string;
  readonly manifest: BackupManifest;
}

/** Maximum number of backups before upgrades. Older ones are deleted. */
const maxUpgradeBackups = 2;
/** File next to the manifest of a copy: the names of the steps that the upgrade completes. */
const targetName = "upgrade.json";

/**
 * Writes a backup to DATA_DIR/backups before the schema changes. Returns its folder, or null if
 * there is no account whose data could be lost. If the last upgrade has stopped after some steps,
 * returns the copy from before its first step (CORE-460), because the earlier release cannot read a
 * later one.
 */
export async function backupBeforeUpgrade(
  job: Omit<BackupJob, "folder" | "version">,
  steps: { readonly applied: readonly string[]; readonly required: readonly string[] },
): Promise<{ readonly folder: string; readonly isNew: boolean } | null> {
  if (!(await hasAccount(job.url))) return null;
  const home = getHome(job.dataDir);
  const [latest] = await listUpgradeBackups(home);
  if (latest !== undefined && (await isUnfinished(join(home, latest), steps.applied)))
    return { folder: join(home, latest), isNew: false };
  await mkdir(home, { recursive: true, mode: 0o700 });
  const name = `before-upgrade-${job.now.toISOString().replaceAll(/[:.]/g, "-")}`;
  const folder = join(home, name);
  await writeBackup({ ...job, folder, version });
  await writeFile(join(folder, targetName), JSON.stringify(steps.required), { mode: 0o600 });
  await flushToDisk(join(folder, targetName));
  await flushToDisk(folder);
  for (const old of (await listUpgradeBackups(home)).slice(maxUpgradeBackups))
    await rm(join(home, old), { recursive: true, force: true });
  return { folder, isNew: true };
}

const getHome = (dataDir: string): string => join(dataDir, "backups");

/** Returns whether the upgrade after this copy has completed some of its steps, but not all. */
async function isUnfinished(folder: string, applied: readonly string[]): Promise<boolean> {
  const copy = await readCopy(folder);
  if (copy === null || copy.manifest.migrations.join() === applied.join()) return false;
  const required = await readFile(join(folder, targetName), "utf8")
    .then((text) => JSON.parse(text) as readonly string[])
    // A copy of an earlier build has no such file. A power failure can leave an empty one.
    .catch(() => []);
  const done = replaceEarlierSteps(applied);
  return required.some((name) => !done.includes(name));
}

/** Returns the newest copy from before an upgrade whose steps are all known, or null (CORE-463). */
export async function findUpgradeCopy(
  dataDir: string,
  knownNames: readonly string[],
): Promise<UpgradeCopy | null> {
  const home = getHome(dataDir);
  for (const name of await listUpgradeBackups(home)) {
    const copy = await readCopy(join(home, name));
    if (copy !== null && hasOnlySteps(copy.manifest, knownNames)) return copy;
  }
  return null;
}

function hasOnlySteps({ migrations }: BackupManifest, knownNames: readonly string[]): boolean {
  try {
    return replaceEarlierSteps(migrations).every((name) => knownNames.includes(name));
  } catch (error) {
    if (error instanceof EarlierSchemaError) return false;
    throw error;
  }
}

/** Returns the names of the copies, the newest first. [] if the folder cannot be read. */
async function listUpgradeBackups(home: string): Promise<readonly string[]> {
  const names = await readdir(home).catch(() => []);
  return names
    .filter((name) => /^before-upgrade-[^.]+$/.test(name))
    .toSorted()
    .toReversed();
}

/** Returns null if the folder is no backup, or cannot be read. */
async function readCopy(folder: string): Promise<UpgradeCopy | null> {
  try {
    return { folder, manifest: await readManifest(folder) };
  } catch (error) {
    if (error instanceof StartError || (error as NodeJS.ErrnoException).code === "EACCES")
      return null;
    throw error;
  }
}

/** Returns whether the installation has an account. */
export function hasAccount(url: string): Promise<boolean> {
  return withConnection(
    { connectionString: url, application_name: "parlour start" },
    async (client) => {
      await client.query("begin read only");
      await client.query(useRole("writer", "transaction"));
      const { rows } = await client.query<{ any: boolean }>(
        "select exists (select from account) as any",
      );
      await client.query("commit");
      return rows[0]?.any === true;
    },
  );
}
