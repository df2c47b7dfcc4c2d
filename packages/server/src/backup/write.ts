import { createWriteStream } from "node:fs";
import { copyFile, link, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { StartError } from "../embedded/start-error.ts";
import { flushToDisk, flushFolders } from "../files/disk.ts";
import { withConnection } from "../store/database/connections.ts";
import { readMigrationNames } from "../store/migration-steps.ts";
import { createDigest } from "./digest.ts";
import {
  createKeyFingerprint,
  backupManifestName,
  type BackupManifest,
  type TableCopy,
} from "./manifest.ts";
import { readSequences, readTables, type BackupTable } from "./tables.ts";
import { useRole } from "../store/database/roles/names.ts";

export interface BackupJob {
  readonly url: string;
  readonly dataDir: string;
  readonly secretKey: Buffer;
  readonly version: string;
  /** Folder to create. It must not exist yet. */
  readonly folder: string;
  readonly now: Date;
  /** Stops the backup. Nothing of it remains. */
  readonly signal?: AbortSignal;
  /** Receives the bytes written so far, after each table and file. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Writes a backup of the whole installation as of one moment, also while Parlour runs: one database
 * snapshot and the files to which it refers. The folder gets its final name after everything is on
 * disk. Throws StartError if it exists.
 */
export async function writeBackup(job: BackupJob): Promise<BackupManifest> {
  if (await stat(job.folder).catch(() => null))
    throw new StartError(`${job.folder}: already exists; use a new folder`);
  const partFolder = `${job.folder}.part`;
  await rm(partFolder, { recursive: true, force: true });
  await mkdir(join(partFolder, "tables"), { recursive: true, mode: 0o700 });
  try {
    const manifest = await withConnection(
      { connectionString: job.url, application_name: "parlour backup" },
      (client) => copyInstallation(client, job, partFolder),
    );
    await writeFile(
      join(partFolder, backupManifestName),
      `${JSON.stringify(manifest, null, 1)}\n`,
      {
        mode: 0o600,
      },
    );
    await flushToDisk(join(partFolder, backupManifestName));
    await flushFolders(partFolder);
    await rename(partFolder, job.folder);
    await flushToDisk(dirname(job.folder));
    return manifest;
  } catch (error) {
    await rm(partFolder, { recursive: true, force: true });
    throw error;
  }
}

async function copyInstallation(
  client: pg.Client,
  job: BackupJob,
  partFolder: string,
): Promise<BackupManifest> {
  const migrations = await readMigrationNames(client);
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local statement_timeout = 0");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  const allTables = await readTables(client);
  // Row-level security separates accounts. Only the role of the writer sees all of them.
  await client.query(useRole("writer", "transaction"));
  const accounts = await client.query<BackupManifest["accounts"][number]>(
    `select a.id::float8 as id, a.name, coalesce((select max(j.position) from journal j where j.account_id = a.id), 0)::float8 as position
     from account a order by a.id`,
  );
  const tables: TableCopy[] = [];
  let bytes = 0;
  const addBytes = (size: number): void => {
    job.signal?.throwIfAborted();
    bytes += size;
    job.onProgress?.(bytes);
  };
  for (const table of allTables) {
    const folder = join(partFolder, "tables");
    tables.push(await copyTable(client, table, folder, job.signal));
    addBytes((await stat(join(folder, `${table.name}.copy.gz`))).size);
  }
  const files = await copyFiles(
    client,
    join(job.dataDir, "files"),
    join(partFolder, "files"),
    addBytes,
  );
  // Sequences are not part of the snapshot. They are read last, so that no value in the snapshot is
  // assigned a second time.
  await client.query("set local role none");
  const sequences = await readSequences(client);
  await client.query("commit");
  return {
    form: 1,
    version: job.version,
    created_at: job.now.toISOString(),
    migrations,
    key: createKeyFingerprint(job.secretKey),
    accounts: accounts.rows,
    tables,
    sequences,
    bytes,
    files,
  };
}

async function copyTable(
  client: pg.Client,
  { name, columns }: BackupTable,
  folder: string,
  signal?: AbortSignal,
): Promise<TableCopy> {
  const path = join(folder, `${name}.copy.gz`);
  const source = client.query(copyTo(`copy ${name} (${columns.join(", ")}) to stdout`));
  const digest = createDigest();
  await pipeline(
    source,
    digest.through,
    createGzip({ level: 3 }),
    createWriteStream(path, { mode: 0o600 }),
    { signal },
  );
  await flushToDisk(path);
  return { name, columns, rows: source.rowCount, sha256: digest.hex() };
}

/** Copies the files, as hard links if possible, because stored files never change. */
async function copyFiles(
  client: pg.Client,
  from: string,
  to: string,
  onCopied: (size: number) => void,
): Promise<BackupManifest["files"]> {
  const { rows } = await client.query<{ token: string; storage: string; thumb: boolean }>(
    "select token, storage, thumb_size is not null as thumb from file where state = 'stored' order by token",
  );
  const result = { count: 0, bytes: 0, elsewhere: 0, missing: 0 };
  for (const { token, storage, thumb } of rows) {
    if (storage !== "disk") {
      result.elsewhere += 1;
      continue;
    }
    const size = await copyStoredFile(token, from, to);
    if (size === null) result.missing += 1;
    else {
      result.count += 1;
      result.bytes += size;
      onCopied(size);
      if (thumb) await copyStoredFile(`${token}.thumb`, from, to);
    }
  }
  return result;
}

/**
 * Copies one file of the disk storage between folders. The caller must flush the target folders
 * after all files are copied. Returns the size, or null if the file does not exist.
 */
export async function copyStoredFile(
  name: string,
  from: string,
  to: string,
): Promise<number | null> {
  const [source, target] = [from, to].map((folder) => join(folder, name.slice(0, 2), name)) as [
    string,
    string,
  ];
  const stats = await stat(source).catch(() => null);
  if (stats === null) return null;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await link(source, target).catch(async () => {
    await copyFile(source, target);
    await flushToDisk(target);
  });
  return stats.size;
}
