import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { StartError } from "../embedded/start-error.ts";
import type { FileStorage } from "../files/storage.ts";
import { dataTables } from "../store/account-data/tables.ts";
import {
  isInstallationEmpty,
  insertRows,
  advanceCounters,
  type ImportedRow,
} from "../store/account-data/write.ts";
import { insertAudit } from "../store/sign-in/audit-entry.ts";
import { rotateChannelAddress } from "../store/settings/channels/channel-changes.ts";
import type { Sql } from "../store/database/sql.ts";
import type { ArchiveManifest } from "./archive.ts";
import { withArchive, type Archive } from "./read-archive.ts";

export interface ImportDeps {
  /** Has the role of the writer. The import is applied completely or not at all. */
  readonly tx: Sql;
  readonly storage: FileStorage;
  /** Folder for temporary files. */
  readonly folder: string;
  readonly now: number;
  readonly seal: (text: string) => Buffer;
}
export interface ImportResult {
  readonly manifest: ArchiveManifest;
  /** Channels whose addresses were generated again, because the archive contains no secrets. */
  readonly channels: readonly {
    readonly name: string;
    readonly publicId: string;
    readonly randomString: string;
  }[];
}

const rowsPerInsert = 500;

/**
 * Imports the archive of an account into an empty installation and keeps its ids. Row counts and
 * hashes must match the manifest. Signing secrets, channel addresses and bot tokens are generated
 * again. Bots are switched off, and no operator has a password. Pending deliveries are not sent.
 * Throws StartError 1.
 */
export async function importAccount(deps: ImportDeps, path: string): Promise<ImportResult> {
  const { tx } = deps;
  if (!(await isInstallationEmpty(tx)))
    throw new StartError(
      "this installation already has accounts; import into an empty one (another DATA_DIR or database)",
      1,
    );
  return withArchive(path, async (archive) => {
    const { account, counters, exported_at } = archive.manifest;
    const stored = await importTables(deps, archive);
    await advanceCounters(tx, account.id, counters);
    await importFiles(deps, archive, stored);
    const channels = await renewChannelAddresses(deps, account.id);
    await insertAudit(tx, {
      accountId: account.id,
      at: deps.now,
      actorKind: "command",
      actorId: null,
      action: "data.import",
      target: `account ${account.name} of ${exported_at}`,
      address: "",
      requestId: "",
      result: "ok",
    });
    return { manifest: archive.manifest, channels };
  });
}

/** A row of the `file` table. The contents of files are separate entries of the archive. */
interface FileRow {
  readonly token: string;
  readonly type: string;
  readonly size: number;
  readonly thumb_size: number | null;
}
/** Imports all tables and returns the rows of the `file` table. */
async function importTables(deps: ImportDeps, archive: Archive): Promise<readonly FileRow[]> {
  const stored: FileRow[] = [];
  for (const table of dataTables) {
    const expected = archive.manifest.tables.find((candidate) => candidate.name === table.name);
    if (expected === undefined) continue;
    const actual = await importTable(deps, table, await archive.open(expected.file), (row) => {
      if (table.name === "file") stored.push(row as unknown as FileRow);
    });
    if (actual.rows !== expected.rows || actual.sha256 !== expected.sha256)
      throw new StartError(
        `${archive.path}: ${expected.file} is incomplete or was changed (${actual.rows} of ${expected.rows} rows); nothing was imported`,
        1,
      );
  }
  return stored;
}

async function importFiles(
  deps: ImportDeps,
  archive: Archive,
  stored: readonly FileRow[],
): Promise<void> {
  const { path, entries, manifest } = archive;
  let count = 0;
  for (const file of stored)
    for (const [key, size] of [
      [file.token, file.size],
      [`${file.token}.thumb`, file.thumb_size],
    ] as const) {
      const entry = entries.get(`files/${key}`);
      // An empty entry means that the storage of the exporting installation had lost the bytes. It
      // counts as missing.
      if (size === null || entry === undefined || (entry.uncompressedSize === 0 && size > 0))
        continue;
      if (
        !(await importFile(deps, key, await archive.open(`files/${key}`), {
          bytes: size,
          type: file.type,
          checksum: entry.crc32,
        }))
      )
        throw new StartError(`${path}: files/${key} was changed; nothing was imported`, 1);
      count += 1;
    }
  if (count !== manifest.files.count)
    throw new StartError(
      `${path}: ${manifest.files.count - count} of ${manifest.files.count} files are missing; the archive is incomplete or was changed. Nothing was imported`,
      1,
    );
}

async function importTable(
  deps: ImportDeps,
  table: (typeof dataTables)[number],
  body: Readable,
  onRow: (row: ImportedRow) => void,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  let page: ImportedRow[] = [];
  const replaceColumns = replacementColumns[table.name];
  const flush = async (): Promise<void> => {
    const completed = page.map((row) => ({ ...row, ...replaceColumns?.(deps, row) }));
    await insertRows(deps.tx, table, completed, Object.keys(replaceColumns?.(deps, {}) ?? {}));
    page = [];
  };
  const lines = createInterface({ input: body, crlfDelay: Infinity });
  // The loop below throws errors of the stream. Without this listener, an error after the end of
  // the loop would crash the process.
  lines.on("error", () => undefined);
  for await (const line of lines) {
    hash.update(`${line}\n`);
    rows += 1;
    const row = JSON.parse(line) as ImportedRow;
    onRow(row);
    page.push(row);
    if (page.length === rowsPerInsert) await flush();
  }
  await flush();
  return { rows, sha256: hash.digest("hex") };
}

/** Generates secrets, and values that are valid only in the exporting installation. */
const replacementColumns: Readonly<
  Record<string, (deps: ImportDeps, row: ImportedRow) => ImportedRow>
> = {
  endpoint: ({ seal }, { kind }) => {
    const secret = unsignedKinds.has(kind) ? "" : `whsec_${randomBytes(32).toString("base64")}`;
    return {
      secret: secret === "" ? "\\x" : toByteaHex(seal(secret)),
      secret_hint: secret.slice(-4),
    };
  },
  bot: ({ seal }) => {
    const token = randomBytes(24).toString("base64url");
    return {
      token: toByteaHex(seal(token)),
      token_hash: toByteaHex(sha256(token)),
      token_short: false,
      enabled: false,
    };
  },
  // The old system must get the new address for its answers.
  old_system: ({ seal }) => {
    const secret = randomBytes(24).toString("base64url");
    return { secret: toByteaHex(seal(secret)), secret_hash: toByteaHex(sha256(secret)) };
  },
  file: () => ({ storage: "disk" }),
  delivery: (_, { state }) =>
    state === "pending" ? { state: "failed", outcome: "withdrawn", next_at: null } : {},
  // Nobody expects that an import writes to customers.
  broadcast: (_, row) =>
    row["due_at"] === null ? {} : { state: "paused", node: null, due_at: null },
};
/** Kinds of endpoints whose requests have no signature. */
const unsignedKinds: ReadonlySet<unknown> = new Set(["mail", "model", "old_system"]);
const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
const toByteaHex = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/** Gives each channel a new address, because the address contains a secret. */
async function renewChannelAddresses(
  { tx, seal, now }: ImportDeps,
  account: number,
): Promise<ImportResult["channels"]> {
  const channels = await tx.query<{ id: number; name: string; publicId: string }>(
    `select id::float8 as id, name, public_id as "publicId" from channel where account_id = $1 and kind = 'api' and deleted_at is null order by id`,
    [account],
  );
  const renewed: ImportResult["channels"][number][] = [];
  for (const { id, name, publicId } of channels) {
    const randomString = randomBytes(18).toString("base64url");
    await rotateChannelAddress(tx, { account, id }, randomString, { seal, now });
    renewed.push({ name, publicId, randomString });
  }
  return renewed;
}

/** Returns false, and stores nothing, if size or CRC-32 differ: yauzl does not verify them. */
async function importFile(
  { storage, folder }: ImportDeps,
  key: string,
  body: Readable,
  content: { bytes: number; type: string; checksum: number },
): Promise<boolean> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const path = join(incoming, `import-${key}`);
  try {
    let checksum = 0;
    let bytes = 0;
    const summed = async function* (parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const part of parts) {
        checksum = crc32(part, checksum);
        bytes += part.length;
        yield part;
      }
    };
    await pipeline(body, summed, createWriteStream(path, { mode: 0o600 }));
    if (checksum !== content.checksum || bytes !== content.bytes) return false;
    await storage.put(key, path, { bytes, type: content.type });
    return true;
  } finally {
    await rm(path, { force: true });
  }
}
