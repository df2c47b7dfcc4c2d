import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { version } from "../version.ts";
import { withConnection } from "../store/database/connections.ts";
import { writeBackup, type BackupJob } from "./write.ts";

export { recordBackup } from "./latest.ts";
export { readManifest, type BackupManifest } from "./manifest.ts";
export { restoreBackup } from "./restore.ts";
export { startBackupWorker } from "./worker.ts";
export { writeBackup } from "./write.ts";

/** Maximum number of backups before upgrades. Older ones are deleted. */
const maxUpgradeBackups = 2;

/**
 * Writes a backup to DATA_DIR/backups before the schema changes. Returns the folder of the backup.
 * Returns null if there is no account whose data could be lost.
 */
export async function backupBeforeUpgrade(
  job: Omit<BackupJob, "folder" | "version">,
): Promise<string | null> {
  if (!(await hasAccount(job.url))) return null;
  const home = join(job.dataDir, "backups");
  await mkdir(home, { recursive: true, mode: 0o700 });
  const folder = join(home, `before-upgrade-${job.now.toISOString().replaceAll(/[:.]/g, "-")}`);
  await writeBackup({ ...job, folder, version });
  const upgradeBackups = (await readdir(home))
    .filter((name) => /^before-upgrade-[^.]+$/.test(name))
    .toSorted();
  for (const name of upgradeBackups.slice(0, -maxUpgradeBackups))
    await rm(join(home, name), { recursive: true, force: true });
  return folder;
}

function hasAccount(url: string): Promise<boolean> {
  return withConnection(
    { connectionString: url, application_name: "parlour start" },
    async (client) => {
      await client.query("begin read only");
      await client.query("set local role parlour_writer");
      const { rows } = await client.query<{ any: boolean }>(
        "select exists (select from account) as any",
      );
      return rows[0]?.any === true;
    },
  );
}
