import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { StartError } from "../embedded/start-error.ts";
import { flushToDisk, flushFolders } from "../files/disk.ts";
import { connectToDatabase } from "../store/database/connections.ts";
import { readMigrationNames, replaceEarlierSteps } from "../store/migration-steps.ts";
import { createDigest } from "./digest.ts";
import { createKeyFingerprint, type BackupManifest, type TableCopy } from "./manifest.ts";
import { readTables } from "./tables.ts";
import { copyStoredFile } from "./write.ts";

export interface RestoreJob {
  readonly url: string;
  readonly dataDir: string;
  readonly secretKey: Buffer;
  readonly folder: string;
  readonly manifest: BackupManifest;
  /** Runs the steps of the backup. They need not be the first ones of this release (CORE-461). */
  readonly migrateTo: (names: readonly string[]) => Promise<void>;
  /** Names of the schema steps of this release. */
  readonly knownMigrations: readonly string[];
  /** Pauses all endpoints, so that nothing is sent until an operator resumes them. */
  readonly pauseEndpoints: boolean;
}

/**
 * Restores a backup into an empty installation, in one transaction. The new epoch makes clients
 * with an earlier position receive `reset` (API-102). Throws StartError without changing data if
 * the backup is damaged, the backup is from a newer release, the key differs, or the installation
 * is not empty.
 */
export async function restoreBackup(job: RestoreJob): Promise<void> {
  const { manifest } = job;
  const migrations = replaceEarlierSteps(manifest.migrations, "this backup");
  if (migrations.some((name) => !job.knownMigrations.includes(name)))
    throw new StartError(
      `this backup was created by a newer version of Parlour (${manifest.version}); restore it with that version or later`,
    );
  if (manifest.key !== createKeyFingerprint(job.secretKey))
    throw new StartError(
      "SECRET_KEY: does not match this backup; put the original key into SECRET_KEY or DATA_DIR/secret.key, then try again",
      78,
    );
  const client = await connectToDatabase({
    connectionString: job.url,
    application_name: "parlour restore",
  });
  try {
    await assertEmpty(client, migrations);
    await job.migrateTo(migrations);
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    // If restores or setups run at the same time, all but one wait here and then check again.
    await client.query("lock table account in access exclusive mode");
    await assertEmpty(client, migrations);
    await loadTables(client, job);
    await restoreFiles(job);
    await client.query("commit");
    await client.query("analyze");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

async function assertEmpty(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const completed = replaceEarlierSteps(await readMigrationNames(client));
  if (completed.length === 0) return;
  const { rows } = await client.query<{ name: string; n: number }>(
    "select coalesce(min(name), '') as name, count(*)::int as n from account",
  );
  if ((rows[0]?.n ?? 0) > 0)
    throw new StartError(
      `this installation already contains an account ("${rows[0]?.name}"); restore into an empty DATA_DIR or database`,
    );
  if (joinSorted(completed) !== joinSorted(migrations))
    throw new StartError(
      "this installation was started with a different release than the backup; restore into an empty DATA_DIR or database",
    );
}

/** Returns whether the database has exactly the tables and columns of the backup. */
async function hasTables(
  client: pg.Client,
  expected: RestoreJob["manifest"]["tables"],
): Promise<boolean> {
  const tables = new Map(
    (await readTables(client)).map((table) => [table.name, joinSorted(table.columns)]),
  );
  return (
    tables.size === expected.length &&
    expected.every((entry) => tables.get(entry.name) === joinSorted(entry.columns))
  );
}

/** Steps that ran in another order leave the columns in another order. */
const joinSorted = (names: readonly string[]): string => names.toSorted().join();

async function loadTables(
  client: pg.Client,
  { folder, manifest, pauseEndpoints }: RestoreJob,
): Promise<void> {
  if (!(await hasTables(client, manifest.tables)))
    throw new StartError(`${folder}: its tables do not match its release; the backup is damaged`);
  const names = manifest.tables.map((table) => table.name);
  const protectedTables = await client.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity",
  );
  await client.query(`truncate ${names.join(", ")}`);
  // COPY cannot bypass row-level security. Triggers are off, because the backup already contains
  // the rows that they would add.
  for (const { name } of protectedTables.rows)
    await client.query(`alter table ${name} no force row level security`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  for (const table of manifest.tables) await loadTable(client, table, folder);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { name, value, called } of manifest.sequences)
    await client.query("select setval($1, $2, $3)", [name, value, called]);
  await client.query("update instance set epoch = gen_random_uuid()::text");
  if (pauseEndpoints)
    await client.query("update endpoint set paused_at = coalesce(paused_at, now())");
  // Runs deferred audit triggers immediately, because a table with pending triggers cannot be
  // altered.
  await client.query("set constraints all immediate");
  for (const { name } of protectedTables.rows)
    await client.query(`alter table ${name} force row level security`);
}

async function loadTable(
  client: pg.Client,
  { name, columns, rows, sha256 }: TableCopy,
  folder: string,
): Promise<void> {
  const path = join(folder, "tables", `${name}.copy.gz`);
  const digest = createDigest();
  const target = client.query(copyFrom(`copy ${name} (${columns.join(", ")}) from stdin`));
  await pipeline(createReadStream(path), createGunzip(), digest.through, target).catch(
    (error: NodeJS.ErrnoException) => {
      // The database refuses the data (22) or breaks a constraint (23), for example because the end
      // of the file is missing. Other errors, such as a full disk, do not concern the backup.
      if (error instanceof pg.DatabaseError && !/^2[23]/.test(error.code ?? "")) throw error;
      throw new StartError(
        `${path}: could not be read (${error.code ?? error.message}); the backup is damaged`,
      );
    },
  );
  if (target.rowCount !== rows || digest.hex() !== sha256)
    throw new StartError(`${path}: its contents have changed; the backup is damaged`);
}

async function restoreFiles({ folder, dataDir }: RestoreJob): Promise<void> {
  const from = join(folder, "files");
  const subfolders = await readdir(from).catch(() => []);
  for (const subfolder of subfolders) {
    for (const name of await readdir(join(from, subfolder)))
      await copyStoredFile(name, from, join(dataDir, "files"));
  }
  if (subfolders.length === 0) return;
  // Files are flushed to disk before the rows that refer to them are committed.
  await flushFolders(join(dataDir, "files"));
  await flushToDisk(dataDir);
}
