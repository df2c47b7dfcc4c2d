import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Storage } from "../files/storage.ts";
import { readPlace, readRows } from "../store/account-data/read.ts";
import { dataTables, type DataTable } from "../store/account-data/tables.ts";
import type { Sql } from "../store/sql.ts";
import { openZip, textOf, type Zip } from "./zip.ts";

/** First entry of the archive that is read, last that is written: what must be in the others. */
export const manifestName = "manifest.json";
/** Raised when an older version could not read what is written. */
export const archiveFormat = 1;

export interface ArchiveManifest {
  readonly product: "parlour";
  readonly format: typeof archiveFormat;
  readonly version: string;
  readonly exported_at: string;
  readonly account: { readonly id: number; readonly name: string };
  /** Head of the journal before the first and after the last row: equal when nothing happened meanwhile. */
  readonly position: { readonly from: number; readonly to: number };
  readonly counters: Readonly<Record<"chat" | "visitor" | "event", number>>;
  readonly tables: readonly { readonly name: string; readonly file: string; readonly rows: number; readonly sha256: string }[];
  /** Contents, by the token in `file.jsonl`; `missing`: rows whose bytes the store has lost. */
  readonly files: { readonly count: number; readonly bytes: number; readonly missing: number };
}
export interface ArchiveDeps {
  readonly sql: Sql;
  readonly storageOf: (kind: "disk" | "s3") => Storage | null;
  readonly now: () => number;
  readonly version: string;
}

/**
 * Everything of an account as a zip: a file of JSON Lines per table, the contents of its files, and at the end a manifest with counts and hashes. Read page
 * by page while it is sent; nothing of it is held. Passwords, keys and other secrets stay behind. null: no such account.
 */
export async function accountArchive(deps: ArchiveDeps, account: number): Promise<Readable | null> {
  const place = await readPlace(deps.sql, account);
  if (place === null) return null;
  const zip = openZip();
  const tables: ArchiveManifest["tables"][number][] = [];
  const stored: StoredFile[] = [];
  const files = { count: 0, bytes: 0, missing: 0 };
  for (const table of dataTables) {
    const file = `${table.name}.jsonl`;
    zip.add(file, () => textOf(linesOf(deps.sql, table, account, tables, file, stored)));
  }
  // Known only when the rows of files were read: contents follow as one more entry each, before the manifest.
  zip.add("files.list", () => {
    for (const one of stored) addFile(zip, deps, one, files);
    zip.add(manifestName, async () => textOf([`${JSON.stringify(await manifestOf(deps, account, place, tables, files), null, 1)}\n`]));
    zip.end();
    return textOf(stored.map(({ token }) => `${token}\n`));
  });
  return zip.body;
}

interface StoredFile {
  readonly token: string;
  readonly size: number;
  readonly thumb_size: number | null;
  readonly storage: "disk" | "s3";
}

async function* linesOf(
  sql: Sql,
  table: DataTable,
  account: number,
  tables: ArchiveManifest["tables"][number][],
  file: string,
  stored: StoredFile[],
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const page of readRows(sql, table, account)) {
    const text = page.map((line) => `${line}\n`).join("");
    hash.update(text);
    rows += page.length;
    if (table.name === "file") stored.push(...page.map((line) => JSON.parse(line) as StoredFile));
    yield text;
  }
  tables.push({ name: table.name, file, rows, sha256: hash.digest("hex") });
}

/** The content and its small picture; compressed already, most of them. */
function addFile(zip: Zip, { storageOf }: ArchiveDeps, file: StoredFile, files: { count: number; bytes: number; missing: number }): void {
  const parts: readonly (readonly [string, number | null])[] = [
    [file.token, file.size],
    [`${file.token}.thumb`, file.thumb_size],
  ];
  for (const [key, size] of parts) {
    if (size === null) continue;
    zip.add(
      `files/${key}`,
      async () => {
        const body = (await storageOf(file.storage)?.read(key, { start: 0, end: size - 1 })) ?? null;
        if (body === null) files.missing += 1;
        else files.count += 1;
        files.bytes += body === null ? 0 : size;
        return body ?? textOf([]);
      },
      { packed: false },
    );
  }
}

async function manifestOf(
  { sql, now, version }: ArchiveDeps,
  account: number,
  place: NonNullable<Awaited<ReturnType<typeof readPlace>>>,
  tables: ArchiveManifest["tables"],
  files: ArchiveManifest["files"],
): Promise<ArchiveManifest> {
  const after = await readPlace(sql, account);
  return {
    product: "parlour",
    format: archiveFormat,
    version,
    exported_at: new Date(now()).toISOString(),
    account: { id: account, name: place.name },
    position: { from: place.position, to: after?.position ?? place.position },
    counters: after?.counters ?? place.counters,
    tables,
    files,
  };
}
