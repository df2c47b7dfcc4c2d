import { join } from "node:path";
import { parseConfig } from "../../config/read-config.ts";
import { importAccount } from "../../account-data/import.ts";
import { createDiskStorage } from "../../files/disk.ts";
import { advanceSequences } from "../../store/account-data/write.ts";
import { createSecrets } from "../../store/database/seal.ts";
import { openShortPool } from "../../store/database/connections.ts";
import { createDb } from "../../store/database/sql.ts";
import { parseCommandArgs, UsageError, type Command } from "../command.ts";
import { openDatabaseForServer, readAddresses } from "../database.ts";
import { loadSecretKey } from "../secret-key.ts";
import { useRole } from "../../store/database/roles/names.ts";

/** Into an empty installation (CFG-106), from `parlour export --data` or the screen. */
export const importCommand: Command = {
  name: "import",
  usage: "parlour import [--json] FILE",
  help:
    "Imports an account from `parlour export --data` into an empty installation: people, settings, visitors, chats and files.\nStop Parlour first: the command fails while a Parlour is running on the installation.\n" +
    "  FILE     the zip\n  --json   print one JSON object\n\n" +
    "Secrets are not included: channels get new URLs and signing secrets, bots get new tokens and are switched off, and people sign in with a reset link.",
  async run(args, { env, log, clock, out }) {
    const { values, rest } = parseCommandArgs(args, {}, 1);
    if (rest[0] === undefined) throw new UsageError("FILE is missing");
    const path = rest[0];
    const config = parseConfig(env);
    const alone = { mode: "exclusive", waitMs: 0 } as const;
    const database = await openDatabaseForServer({ config, log, clock }, alone);
    try {
      const secrets = createSecrets(loadSecretKey(database.dataDir, config.secretKey, log));
      const folder = join(database.dataDir, "files");
      const pool = openShortPool({
        connectionString: database.url,
        max: 1,
        application_name: "parlour import",
      });
      try {
        const { manifest, channels } = await createDb(pool).transaction(async (tx) => {
          await tx.query(useRole("writer", "transaction"));
          const imported = await importAccount(
            {
              tx,
              storage: createDiskStorage(folder),
              folder,
              now: clock.now(),
              seal: (text) => secrets.seal(text),
            },
            path,
          );
          await advanceSequences(tx);
          return imported;
        });
        const { webhookBaseUrl } = await readAddresses(database.url, config);
        if (values.json === true)
          out(
            JSON.stringify({
              account: manifest.account,
              tables: manifest.tables,
              files: manifest.files,
              channels,
            }),
          );
        else {
          const rowCount = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
          out(
            `account "${manifest.account.name}" exported ${manifest.exported_at}: ${rowCount} rows, ${manifest.files.count} files`,
          );
          for (const { name, publicId, randomString } of channels)
            out(`  channel ${name}: inbound URL ${webhookBaseUrl}/${randomString}/${publicId}`);
          if (manifest.tables.some(({ name, rows }) => name === "old_system" && rows > 0))
            out("  give the old system its new address for answers: Settings → Run in parallel");
          out(
            "  give the new tokens to the bot providers, then switch the bots on; owners sign in with a reset link: parlour operator reset EMAIL, or by email",
          );
        }
      } finally {
        await pool.end();
      }
    } finally {
      await database.lock.release();
      await database.embedded?.stop();
    }
    return 0;
  },
};
