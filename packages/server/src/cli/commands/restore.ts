import { resolve } from "node:path";
import { readManifest, restoreBackup } from "../../backup/index.ts";
import { parseConfig } from "../../config/read-config.ts";
import { listMigrationNames, migrateDatabase } from "../../store/migrate.ts";
import { parseCommandArgs, UsageError, type Command } from "../command.ts";
import { openDatabaseForRestore } from "../database.ts";
import { loadSecretKey } from "../secret-key.ts";

/** Restores the output of `parlour backup` into an empty installation (CFG-103). */
export const restoreCommand: Command = {
  name: "restore",
  usage: "parlour restore [--pause-endpoints] [--json] FOLDER",
  help:
    "Restores a backup into an empty installation and upgrades it to this release. Changes nothing if that is not possible,\nfor example while a Parlour is running on it.\n" +
    "  FOLDER              a folder written by parlour backup\n  --pause-endpoints   pause all endpoints, so that nothing is sent until you resume them\n" +
    "  --json              print the result as JSON\n\nRestore the encryption key first: SECRET_KEY or DATA_DIR/secret.key.",
  async run(args, { env, log, clock, out }) {
    const { values, rest } = parseCommandArgs(args, { "pause-endpoints": { type: "boolean" } }, 1);
    if (rest[0] === undefined) throw new UsageError("FOLDER is missing");
    const folder = resolve(rest[0]);
    const manifest = await readManifest(folder);
    const config = parseConfig(env);
    const { url, dataDir, embedded, lock } = await openDatabaseForRestore({ config, log, clock });
    try {
      await restoreBackup({
        url,
        dataDir,
        secretKey: loadSecretKey(dataDir, config.secretKey, log),
        folder,
        manifest,
        knownMigrations: await listMigrationNames(),
        migrateTo: async (only) => void (await migrateDatabase(url, { only })),
        pauseEndpoints: values["pause-endpoints"] === true,
      });
      await migrateDatabase(url);
    } finally {
      await lock.release();
      await embedded?.stop();
    }
    const { accounts, created_at } = manifest;
    if (values.json === true) out(JSON.stringify({ folder, created_at, accounts }));
    else {
      out(`restored ${folder}, created ${created_at}`);
      for (const { id, name, position } of accounts)
        out(`account ${id} "${name}": complete up to position ${position}`);
    }
    return 0;
  },
};
