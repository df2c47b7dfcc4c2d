import { createWriteStream } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createAccountArchive } from "../../account-data/archive.ts";
import { openConfiguredS3 } from "../../compose/s3.ts";
import { parseConfig } from "../../config/read-config.ts";
import { StartError } from "../../embedded/start-error.ts";
import { createDiskStorage } from "../../files/disk.ts";
import { exportProvisioningFile } from "../../provisioning/export.ts";
import { StorageError } from "../../files/storage.ts";
import { createSecrets } from "../../store/database/seal.ts";
import { readStorage } from "../../store/settings/installation/storage.ts";
import { openShortPool } from "../../store/database/connections.ts";
import { createDb, type Db } from "../../store/database/sql.ts";
import { version } from "../../version.ts";
import { parseCommandArgs, UsageError, type Command, type CommandDeps } from "../command.ts";
import { openExisting } from "../database.ts";
import { loadSecretKey } from "../secret-key.ts";
import { useRole } from "../../store/database/roles/names.ts";

/** Exports the settings or all data of an account (CFG-024). */
export const exportCommand: Command = {
  name: "export",
  usage: "parlour export [--data] [--account NAME] [--out FILE] [--json]",
  help:
    "Exports the current settings as a provisioning file. Secrets become references to environment variables. Passwords are not included.\n" +
    "  --data           export all account data instead, including chats and files, as a zip for parlour import; requires --out\n" +
    "  --account NAME   the account to export, if there are several\n  --out FILE       write to FILE (mode 0600) instead of standard output\n  --json           print the result as JSON",
  async run(args, deps) {
    const { values } = parseCommandArgs(
      args,
      { account: { type: "string" }, out: { type: "string" }, data: { type: "boolean" } },
      0,
    );
    if (values.data === true && typeof values.out !== "string")
      throw new UsageError("--data requires --out FILE");
    const config = parseConfig(deps.env);
    const database = await openExisting({ config, log: deps.log, clock: deps.clock });
    const pool = openShortPool({
      connectionString: database.url,
      max: 2,
      application_name: "parlour export",
    });
    try {
      const name = typeof values.account === "string" ? values.account : null;
      if (values.data === true) {
        const openSealed = (sealed: Buffer): string =>
          createSecrets(loadSecretKey(database.dataDir, config.secretKey, deps.log)).open(sealed);
        await writeArchive(
          createDb(pool),
          { name, out: String(values.out), dataDir: database.dataDir, openSealed },
          deps,
        );
        return 0;
      }
      const exported = await createDb(pool).transaction(async (tx) => {
        await tx.query(useRole("writer", "transaction"));
        return exportProvisioningFile(tx, name);
      });
      const text =
        values.json === true ? `${JSON.stringify(exported.config, null, 2)}\n` : exported.yaml;
      if (typeof values.out === "string") await writeAtomically(values.out, text);
      else deps.out(text.trimEnd());
      for (const line of exported.notes) deps.err(line);
    } finally {
      await pool.end();
      await database.embedded?.stop();
    }
    return 0;
  },
};

/** Writes the file and then renames it, so that a full disk does not damage an earlier file. */
async function writeAtomically(path: string, text: string): Promise<void> {
  const partPath = `${path}.part`;
  try {
    await writeFile(partPath, text, { mode: 0o600 });
    await rename(partPath, path);
  } catch (error) {
    // The error names the path that the user entered, not the temporary file.
    throw Object.assign(error as Error, { path });
  } finally {
    await rm(partPath, { force: true });
  }
}

/** While Parlour may be running. The file appears when it is complete. */
async function writeArchive(
  db: Db,
  target: {
    readonly name: string | null;
    readonly out: string;
    readonly dataDir: string;
    readonly openSealed: (sealed: Buffer) => string;
  },
  { clock, out }: CommandDeps,
): Promise<void> {
  // Row-level security separates the accounts, but the writer role can read all of them.
  const { accounts, storage } = await db.transaction(async (tx) => {
    await tx.query(useRole("writer", "transaction"));
    const found = await tx.query<{ id: number; name: string }>(
      "select id::float8 as id, name from account where $1::text is null or name = $1 order by id",
      [target.name],
    );
    return { accounts: found, storage: await readStorage(tx) };
  });
  const [account] = accounts;
  if (account === undefined)
    throw new StartError(`account not found${target.name === null ? "" : `: ${target.name}`}`, 1);
  if (accounts.length > 1)
    throw new StartError(
      `there are several accounts; choose one with --account: ${accounts.map((candidate) => candidate.name).join(", ")}`,
      1,
    );
  const disk = createDiskStorage(join(target.dataDir, "files"));
  // No size limit applies, because every stored file was within the limit when it was uploaded.
  const s3 = openConfiguredS3(storage, { clock, open: target.openSealed });
  const partPath = `${target.out}.part`;
  try {
    const getStorage = (kind: "disk" | "s3") => (kind === "disk" ? disk : (s3?.storage ?? null));
    const body = await createAccountArchive(
      { db, folder: dirname(resolve(target.out)), getStorage, now: () => clock.now(), version },
      account.id,
    );
    if (body === null) throw new StartError(`account not found: ${account.name}`, 1);
    await pipeline(body, createWriteStream(partPath, { mode: 0o600 }));
    await rename(partPath, target.out);
  } catch (error) {
    throw error instanceof StorageError
      ? new StartError(
          `the file storage is not responding: ${error.message}; nothing was written`,
          1,
        )
      : error;
  } finally {
    s3?.close();
    await rm(partPath, { force: true });
  }
  out(`account "${account.name}" exported to ${target.out}`);
}
