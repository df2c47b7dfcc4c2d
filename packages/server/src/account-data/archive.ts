import type { Readable } from "node:stream";
import type { FileStorage } from "../files/storage.ts";
import { readExportState } from "../store/account-data/read.ts";
import { spoolAccountRows, type AccountRows, type RowsDeps, type SpooledRows } from "./rows.ts";
import { createZipWriter, toTextStream, type ZipWriter } from "./zip-writer.ts";
import { useRole } from "../store/database/roles/names.ts";

/** Lists the other entries. An import reads it first, an export writes it last. */
export const archiveManifestName = "manifest.json";
/** Raise it when older versions of Parlour cannot read the new archives. */
export const archiveFormat = 1;

export interface ArchiveManifest extends ArchiveContent {
  readonly product: "parlour";
  readonly format: typeof archiveFormat;
  readonly version: string;
  readonly exported_at: string;
  readonly account: { readonly id: number; readonly name: string };
  /** Journal positions: `from` of the rows, `to` after the last file. */
  readonly position: { readonly from: number; readonly to: number };
  readonly counters: Readonly<Record<"chat" | "visitor" | "event", number>>;
}
interface ArchiveContent {
  readonly tables: readonly {
    readonly name: string;
    readonly file: string;
    readonly rows: number;
    readonly sha256: string;
  }[];
  /** Named by the token in `file.jsonl`. `missing`: rows whose bytes the storage has lost. */
  readonly files: { readonly count: number; readonly bytes: number; readonly missing: number };
}
export interface ArchiveDeps extends RowsDeps {
  readonly getStorage: (kind: "disk" | "s3") => FileStorage | null;
  readonly now: () => number;
  readonly version: string;
}

/**
 * Streams all data of an account as a zip, from one database snapshot. The zip contains one JSON
 * Lines file per table, the contents of its files, and a manifest with counts and hashes at the
 * end. Nothing is buffered in memory. Passwords, keys and other secrets are left out. Returns null
 * if the account does not exist.
 */
export async function createAccountArchive(
  deps: ArchiveDeps,
  account: number,
): Promise<Readable | null> {
  const stored: StoredFile[] = [];
  const rows = await spoolAccountRows(deps, account, (table, page) => {
    if (table.name === "file") stored.push(...page.map((line) => JSON.parse(line) as StoredFile));
  });
  if (rows === null) return null;
  const zip = createZipWriter();
  zip.body.on("close", () => void rows.close().catch(() => undefined));
  const tables: ArchiveManifest["tables"][number][] = [];
  const files = { count: 0, bytes: 0, missing: 0 };
  for (const { name, spooled } of rows.tables)
    zip.add(rowsFileName(name), async () => {
      const table = await spooled;
      tables.push(toManifestTable(table));
      return table.read();
    });
  // The file list is complete only after the file rows are read. Each file content then becomes an
  // entry before the manifest.
  zip.add("files.list", () => {
    for (const file of stored) addFile(zip, deps, file, files);
    zip.add(archiveManifestName, async () =>
      toTextStream([
        `${JSON.stringify(await createManifest(deps, account, rows, { tables, files }), null, 1)}\n`,
      ]),
    );
    zip.end();
    return toTextStream(stored.map(({ token }) => `${token}\n`));
  });
  return zip.body;
}

const rowsFileName = (table: string): string => `${table}.jsonl`;
const toManifestTable = ({ name, rows, sha256 }: SpooledRows) => ({
  name,
  file: rowsFileName(name),
  rows,
  sha256,
});

interface StoredFile {
  readonly token: string;
  readonly size: number;
  readonly thumb_size: number | null;
  readonly storage: "disk" | "s3";
}

/** Does not compress, because most files are compressed already. */
function addFile(
  zip: ZipWriter,
  { getStorage }: ArchiveDeps,
  file: StoredFile,
  files: { count: number; bytes: number; missing: number },
): void {
  const parts: readonly (readonly [string, number | null])[] = [
    [file.token, file.size],
    [`${file.token}.thumb`, file.thumb_size],
  ];
  for (const [key, size] of parts) {
    if (size === null) continue;
    zip.add(
      `files/${key}`,
      async () => {
        const body =
          (await getStorage(file.storage)?.read(key, { start: 0, end: size - 1 })) ?? null;
        if (body === null) files.missing += 1;
        else files.count += 1;
        files.bytes += body === null ? 0 : size;
        return body ?? toTextStream([]);
      },
      { packed: false },
    );
  }
}

async function createManifest(
  { db, now, version }: ArchiveDeps,
  account: number,
  { exportState }: AccountRows,
  content: ArchiveContent,
): Promise<ArchiveManifest> {
  const after = await db.transaction(async (tx) => {
    await tx.query(useRole("writer", "transaction"));
    return readExportState(tx, account);
  });
  return {
    product: "parlour",
    format: archiveFormat,
    version,
    exported_at: new Date(now()).toISOString(),
    account: { id: account, name: exportState.name },
    position: { from: exportState.position, to: after?.position ?? exportState.position },
    counters: after?.counters ?? exportState.counters,
    ...content,
  };
}
