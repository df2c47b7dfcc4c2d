import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { readExportState, readRows } from "../store/account-data/read.ts";
import { dataTables, type DataTable } from "../store/account-data/tables.ts";
import type { Db, Sql } from "../store/database/sql.ts";
import { useRole } from "../store/database/roles/names.ts";

/** The compressed rows of one table in the spool file. */
export interface SpooledRows {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 of the uncompressed lines, in hexadecimal. */
  readonly sha256: string;
  /** Returns the uncompressed rows. Can be called after the promise of this table has resolved. */
  read(): Readable;
}
export interface AccountRows {
  readonly exportState: NonNullable<Awaited<ReturnType<typeof readExportState>>>;
  readonly tables: readonly { readonly name: string; readonly spooled: Promise<SpooledRows> }[];
  /** Stops reading and deletes the spool file. */
  close(): Promise<void>;
}
export interface RowsDeps {
  readonly db: Db;
  /** For the copy of the rows, which has no file name: nothing remains after a crash. */
  readonly folder: string;
}

/**
 * Reads all rows of an account from one database snapshot, so that references and counters are
 * consistent. The rows are spooled to disk as fast as the database returns them. Otherwise a slow
 * download would keep the snapshot open and slow down every writer. `onPage` receives each page of
 * a table. Returns null if the account does not exist.
 */
export async function spoolAccountRows(
  { db, folder }: RowsDeps,
  account: number,
  onPage: (table: DataTable, page: readonly string[]) => void,
): Promise<AccountRows | null> {
  const spool = await openSpool(folder);
  let isClosed = false;
  const tables = dataTables.map((table) => ({ table, ...Promise.withResolvers<SpooledRows>() }));
  for (const { promise } of tables) promise.catch(() => undefined);
  const loadedState = Promise.withResolvers<AccountRows["exportState"] | null>();
  const read = db
    .transaction(async (tx) => {
      await tx.query("set transaction isolation level repeatable read, read only");
      await tx.query(useRole("writer", "transaction"));
      const exportState = await readExportState(tx, account);
      loadedState.resolve(exportState);
      if (exportState === null) return;
      for (const { table, resolve } of tables) {
        const lines = readPages(tx, table, account, (page) => {
          if (isClosed) throw new Error("the client of the export has disconnected");
          onPage(table, page);
        });
        resolve({ name: table.name, ...(await spool.add(lines)) });
      }
    })
    .catch((error: unknown) => {
      loadedState.reject(error);
      for (const { reject } of tables) reject(error);
    });
  const close = async (): Promise<void> => {
    isClosed = true;
    await read;
    await spool.close();
  };
  const exportState = await loadedState.promise.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (exportState !== null)
    return {
      exportState,
      tables: tables.map(({ table, promise }) => ({ name: table.name, spooled: promise })),
      close,
    };
  await close();
  return null;
}

async function* readPages(
  sql: Sql,
  table: DataTable,
  account: number,
  onPage: (page: readonly string[]) => void,
): AsyncGenerator<readonly string[]> {
  for await (const page of readRows(sql, table, account)) {
    onPage(page);
    yield page;
  }
}

/** Number of bytes of one read from the spool file. */
const spoolReadBytes = 64 * 1024;

interface Spool {
  add(pages: AsyncIterable<readonly string[]>): Promise<Omit<SpooledRows, "name">>;
  close(): Promise<void>;
}
/** Opens a file and unlinks it immediately, so that it disappears with the process. */
async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `export-${randomBytes(20).toString("base64url")}`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  let end = 0;
  return {
    async add(pages) {
      const start = end;
      const hash = createHash("sha256");
      let rows = 0;
      const texts = async function* (): AsyncGenerator<string> {
        for await (const page of pages) {
          const text = page.map((line) => `${line}\n`).join("");
          hash.update(text);
          rows += page.length;
          yield text;
        }
      };
      const packed = createGzip({ level: 1 });
      const filled = pipeline(Readable.from(texts()), packed);
      filled.catch((error: Error) => packed.destroy(error));
      for await (const part of packed as AsyncIterable<Buffer>) {
        await file.write(part, 0, part.length, end);
        end += part.length;
      }
      await filled;
      const last = end;
      return {
        rows,
        sha256: hash.digest("hex"),
        read: () => gunzip(Readable.from(readSpool(file, start, last))),
      };
    },
    close: () => file.close(),
  };
}

async function* readSpool(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const { bytesRead, buffer } = await file.read(
      Buffer.allocUnsafe(Math.min(spoolReadBytes, end - at)),
      0,
      null,
      at,
    );
    if (bytesRead === 0) throw new Error("the copy of the account's rows was cut");
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
/** Passes errors of the compressed stream to the reader of the uncompressed stream. */
function gunzip(packed: Readable): Readable {
  const text = createGunzip();
  packed.on("error", (error) => text.destroy(error));
  text.on("close", () => packed.destroy());
  return packed.pipe(text);
}
