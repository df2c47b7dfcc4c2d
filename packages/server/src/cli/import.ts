import { join } from "node:path";
import { resolveAddresses, parseConfig } from "../config.ts";
import { importAccount } from "../compose/import.ts";
import { createDiskStorage } from "../files/disk.ts";
import { advanceSequences } from "../store/account-data/write.ts";
import { createSecrets } from "../store/seal.ts";
import { openShortPool } from "../store/connections.ts";
import { createDb } from "../store/sql.ts";
import { readArgs, UsageError, type Command } from "./command.ts";
import { openForServer } from "./database.ts";
import { loadSecretKey } from "./secret-key.ts";

/**
 * CFG-106: imports an account, as `parlour export --data` or the export screen wrote it, into an
 * empty installation.
 */
export const importCommand: Command = {
  name: "import",
  usage: "parlour import [--json] FILE",
  help:
    "Puts an account, as `parlour export --data` wrote it, into an empty installation: people, settings, visitors, chats, files.\nRefuses while a Parlour runs on it.\n" +
    "  FILE     the zip\n  --json   print one JSON object\n\n" +
    "Secrets do not travel: channels get new addresses and signing secrets, bots are off and have new tokens, people get a reset link to sign in.",
  async run(args, { env, log, clock, out }) {
    const { values, rest } = readArgs(args, {}, 1);
    if (rest[0] === undefined) throw new UsageError("FILE is missing");
    const path = rest[0];
    const config = parseConfig(env);
    const database = await openForServer({ config, log, clock }, { waitMs: 0 });
    try {
      const secrets = createSecrets(loadSecretKey(database.dataDir, config.secretKey, log));
      const folder = join(database.dataDir, "files");
      const pool = openShortPool({ connectionString: database.url, max: 1, application_name: "parlour import" });
      try {
        const { manifest, channels } = await createDb(pool).transaction(async (tx) => {
          await tx.query("set local role parlour_writer");
          const imported = await importAccount(
            { tx, storage: createDiskStorage(folder), folder, now: clock.now(), seal: (text) => secrets.seal(text) },
            path,
          );
          await advanceSequences(tx);
          return imported;
        });
        const { webhookBaseUrl } = resolveAddresses(config, config.port);
        if (values.json === true)
          out(JSON.stringify({ account: manifest.account, tables: manifest.tables, files: manifest.files, channels }));
        else {
          const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
          out(`account "${manifest.account.name}" of ${manifest.exported_at}: ${rows} rows, ${manifest.files.count} files`);
          for (const { name, publicId, randomString } of channels)
            out(`  channel ${name}: inbound address ${webhookBaseUrl}/${randomString}/${publicId}`);
          out(
            "  bots are off until their providers have the new tokens; owners sign in after a reset: parlour operator reset E-MAIL, or by mail",
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
