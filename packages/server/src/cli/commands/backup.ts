import { resolve } from "node:path";
import { hasAccount, recordBackup, writeBackup, type BackupManifest } from "../../backup/index.ts";
import { parseConfig } from "../../config/read-config.ts";
import { StartError } from "../../embedded/start-error.ts";
import { version } from "../../version.ts";
import { parseCommandArgs, UsageError, type Command } from "../command.ts";
import { openExisting } from "../database.ts";
import { requireSecretKey } from "../secret-key.ts";

/** Writes the whole installation into a folder, also while Parlour runs (CFG-103). */
export const backupCommand: Command = {
  name: "backup",
  usage: "parlour backup [--json] FOLDER",
  help:
    "Backs up the whole installation (database and files) to a new folder, even while Parlour is running, and prints the last position included.\n" +
    "  FOLDER   must not exist; it is created once the backup is complete\n  --json   print the result as JSON\n\n" +
    "The encryption key (SECRET_KEY or DATA_DIR/secret.key) is not included: keep a separate copy. Files on S3 are not copied.",
  async run(args, { env, log, clock, out, err }) {
    const { values, rest } = parseCommandArgs(args, {}, 1);
    if (rest[0] === undefined) throw new UsageError("FOLDER is missing");
    const config = parseConfig(env);
    const database = await openExisting({ config, log, clock });
    try {
      const { url, dataDir } = database;
      if (!(await hasAccount(url)))
        throw new StartError(
          "this installation has no account, so there is nothing to back up; check DATA_DIR and DATABASE_URL",
        );
      const folder = resolve(rest[0]);
      const secretKey = requireSecretKey(dataDir, config.secretKey, log);
      const manifest = await writeBackup({
        url,
        dataDir,
        secretKey,
        version,
        folder,
        now: new Date(clock.now()),
      });
      if (values.json === true)
        out(
          JSON.stringify({
            folder,
            created_at: manifest.created_at,
            accounts: manifest.accounts,
            files: manifest.files,
          }),
        );
      else for (const line of formatSummary(folder, manifest)) out(line);
      await recordBackup(dataDir, folder, manifest).catch((error: NodeJS.ErrnoException) =>
        err(
          `the backup is complete, but could not be recorded in DATA_DIR (${error.code ?? error.message}); Settings → Backup and health will not show it`,
        ),
      );
      if (manifest.files.missing > 0)
        err(
          `${manifest.files.missing} stored files are missing from the disk and are not in the backup`,
        );
    } finally {
      await database.embedded?.stop();
    }
    return 0;
  },
};

function formatSummary(
  folder: string,
  { accounts, tables, files }: BackupManifest,
): readonly string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const s3Note = files.elsewhere > 0 ? `; ${files.elsewhere} files on S3 were not copied` : "";
  return [
    `backup ${folder}: ${tables.length} tables, ${rows} rows, ${files.count} files${s3Note}`,
    ...accounts.map(
      ({ id, name, position }) => `account ${id} "${name}": complete up to position ${position}`,
    ),
  ];
}
