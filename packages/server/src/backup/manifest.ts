import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../embedded/start-error.ts";

/**
 * Name of the manifest file. A backup folder contains it, `tables/<name>.copy.gz`, and `files` in
 * the same structure as in DATA_DIR. The manifest is written last, so a folder without it is no
 * backup.
 */
export const backupManifestName = "backup.json";

/** The copy of a table: COPY text, gzipped. `sha256`: hexadecimal, before compression. */
export interface TableCopy {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly sha256: string;
}
export interface BackupManifest {
  readonly form: 1;
  /** Version of Parlour that wrote the backup. */
  readonly version: string;
  readonly created_at: string;
  /** Names of the applied schema steps, in order. */
  readonly migrations: readonly string[];
  /** Shows whether a SECRET_KEY matches the stored secrets, without revealing it. */
  readonly key: string;
  /** Journal positions of the accounts up to which the backup is complete (CFG-103). */
  readonly accounts: readonly {
    readonly id: number;
    readonly name: string;
    readonly position: number;
  }[];
  /** The tables in an order in which each one follows those to which it refers. */
  readonly tables: readonly TableCopy[];
  readonly sequences: readonly {
    readonly name: string;
    readonly value: number;
    readonly called: boolean;
  }[];
  /** Size of tables and files as written, in bytes. Absent if an older release wrote the backup. */
  readonly bytes?: number;
  /** `elsewhere`: files at an S3 service, not copied. `missing`: not found on the disk. */
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    readonly elsewhere: number;
    readonly missing: number;
  };
}

export function createKeyFingerprint(secretKey: Buffer): string {
  return createHmac("sha256", secretKey).update("parlour backup").digest("hex").slice(0, 32);
}

/** Reads the manifest. Throws StartError if the folder is not a backup or its format is unknown. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, backupManifestName);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR")
      throw new StartError(
        `${folder}: contains no ${backupManifestName}; it is not a backup, or the backup did not finish`,
      );
    throw error;
  });
  const manifest = parseJson(text) as BackupManifest | null;
  if (
    manifest?.form !== 1 ||
    !Array.isArray(manifest.migrations) ||
    !Array.isArray(manifest.sequences) ||
    !Array.isArray(manifest.tables) ||
    !manifest.sequences.every((sequence: { name?: string } | null) => sequence?.name) ||
    !manifest.tables.every((table: TableCopy | null) => Array.isArray(table?.columns))
  )
    throw new StartError(`${path}: this release cannot read this backup`);
  return manifest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
