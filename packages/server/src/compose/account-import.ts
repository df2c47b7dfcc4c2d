import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import * as yauzl from "yauzl";
import { StartFault } from "../embedded/fault.ts";
import type { Storage } from "../files/storage.ts";
import { dataTables } from "../store/account-data/tables.ts";
import { isEmpty, putRows, settleNumbers, type Row } from "../store/account-data/write.ts";
import { insertAudit } from "../store/sessions.ts";
import { rotateChannelAddress } from "../store/settings/channel.ts";
import type { Sql } from "../store/sql.ts";
import { archiveFormat, manifestName, type ArchiveManifest } from "./account-archive.ts";

export interface ImportDeps {
  /** A transaction as the writer: all of it or nothing. */
  readonly tx: Sql;
  readonly storage: Storage;
  /** For what is under way. */
  readonly folder: string;
  readonly now: number;
  readonly seal: (text: string) => Buffer;
}
export interface Imported {
  readonly manifest: ArchiveManifest;
  /** What is new because secrets stayed behind. */
  readonly channels: readonly { readonly name: string; readonly publicId: string; readonly randomString: string }[];
}

const pageOf = 500;

/**
 * Puts the archive of an account into an empty installation, with the ids it had. Counts and hashes of the manifest must fit. Secrets are made anew: signing
 * secrets, addresses of channels, tokens of bots, which are switched off; nobody has a password. What was still to be sent is not sent.
 * Throws StartFault 1.
 */
export async function importAccount(deps: ImportDeps, path: string): Promise<Imported> {
  const { tx } = deps;
  if (!(await isEmpty(tx)))
    throw new StartFault("this installation has accounts already; import into an empty one (another DATA_DIR or database)", 1);
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw new StartFault(`${path}: ${error.message}; name a file that parlour export --data wrote`, 1);
  });
  try {
    const entries = new Map<string, yauzl.Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const open = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (entry === undefined) throw new StartFault(`${path}: ${name} is missing; the file was cut or is none of Parlour`, 1);
      const stream = await zip.openReadStreamPromise(entry);
      // Who reads it hears what is wrong; said once more when he has stopped for another fault, it would end the process.
      stream.on("error", () => undefined);
      return stream;
    };
    const manifest = manifestOf(path, await text(await open(manifestName)));
    const stored: { token: string; type: string; size: number; thumb_size: number | null }[] = [];
    for (const table of dataTables) {
      const wanted = manifest.tables.find((one) => one.name === table.name);
      if (wanted === undefined) continue;
      const found = await putTable(deps, table, await open(wanted.file), (row) => {
        if (table.name === "file") stored.push(row as unknown as (typeof stored)[number]);
      });
      if (found.rows !== wanted.rows || found.sha256 !== wanted.sha256)
        throw new StartFault(`${path}: ${wanted.file} has ${found.rows} rows of ${wanted.rows} or was changed; nothing was imported`, 1);
    }
    await settleNumbers(tx, manifest.account.id, manifest.counters);
    const contents = { count: 0 };
    for (const file of stored)
      for (const [key, size] of [
        [file.token, file.size],
        [`${file.token}.thumb`, file.thumb_size],
      ] as const) {
        const entry = entries.get(`files/${key}`);
        // Bytes that the place it came from had lost stand in the archive as nothing; so it was counted there.
        if (size === null || entry === undefined || (entry.uncompressedSize === 0 && size > 0)) continue;
        if (!(await putFile(deps, key, await open(`files/${key}`), { bytes: size, type: file.type }, entry.crc32)))
          throw new StartFault(`${path}: files/${key} was changed; nothing was imported`, 1);
        contents.count += 1;
      }
    if (contents.count !== manifest.files.count)
      throw new StartFault(
        `${path}: ${manifest.files.count - contents.count} of ${manifest.files.count} files are missing; the file was cut or changed, nothing was imported`,
        1,
      );
    const channels = await newAddresses(deps, manifest.account.id);
    await insertAudit(tx, {
      accountId: manifest.account.id,
      at: deps.now,
      actorKind: "command",
      actorId: null,
      action: "data.import",
      target: `account ${manifest.account.name} of ${manifest.exported_at}`,
      address: "",
      requestId: "",
      result: "ok",
    });
    return { manifest, channels };
  } catch (error) {
    if (isDamage(error))
      throw new StartFault(`${path}: cannot be read (${error.message}); the file was cut or changed, nothing was imported`, 1);
    throw error;
  } finally {
    zip.close();
  }
}
/** What zlib, the reader of zips and that of JSON say of bytes that nobody wrote so; anything else has a class or a code of its own. */
function isDamage(error: unknown): error is Error {
  if (error instanceof SyntaxError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? Object.getPrototypeOf(error) === Error.prototype : code.startsWith("Z_");
}

function manifestOf(path: string, json: string): ArchiveManifest {
  const manifest = JSON.parse(json) as ArchiveManifest;
  if (manifest.product !== "parlour" || manifest.format !== archiveFormat)
    throw new StartFault(
      `${path}: is of form ${manifest.format}, this version reads ${archiveFormat}; use the version that wrote it, ${manifest.version}`,
      1,
    );
  return manifest;
}

async function putTable(
  deps: ImportDeps,
  table: (typeof dataTables)[number],
  body: Readable,
  seen: (row: Row) => void,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  let page: Row[] = [];
  const make = missing[table.name];
  const flush = async (): Promise<void> => {
    const made = page.map((row) => ({ ...row, ...make?.(deps, row) }));
    await putRows(deps.tx, table, made, Object.keys(make?.(deps, {}) ?? {}));
    page = [];
  };
  for await (const line of createInterface({ input: body, crlfDelay: Infinity })) {
    hash.update(`${line}\n`);
    rows += 1;
    const row = JSON.parse(line) as Row;
    seen(row);
    page.push(row);
    if (page.length === pageOf) await flush();
  }
  await flush();
  return { rows, sha256: hash.digest("hex") };
}

/** What takes the place of secrets, and of what holds for the old place only. */
const missing: Readonly<Record<string, (deps: ImportDeps, row: Row) => Row>> = {
  endpoint: ({ seal }, { kind }) => {
    const secret = kind === "mail" ? "" : `whsec_${randomBytes(32).toString("base64")}`;
    return { secret: secret === "" ? "\\x" : hex(seal(secret)), secret_hint: secret.slice(-4) };
  },
  bot: ({ seal }) => {
    const token = randomBytes(24).toString("base64url");
    return { token: hex(seal(token)), token_hash: hex(createHash("sha256").update(token).digest()), token_short: false, enabled: false };
  },
  file: () => ({ storage: "disk" }),
  delivery: (_, { state }) => (state === "pending" ? { state: "failed", outcome: "withdrawn", next_at: null } : {}),
};
const hex = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/** Addresses of channels hold a secret: each gets a new one. */
async function newAddresses({ tx, seal, now }: ImportDeps, account: number): Promise<Imported["channels"]> {
  const channels = await tx.query<{ id: number; name: string; publicId: string }>(
    `select id::float8 as id, name, public_id as "publicId" from channel where account_id = $1 and kind = 'api' and deleted_at is null order by id`,
    [account],
  );
  const made: Imported["channels"][number][] = [];
  for (const { id, name, publicId } of channels) {
    const randomString = randomBytes(18).toString("base64url");
    await rotateChannelAddress(tx, account, id, randomString, seal, now);
    made.push({ name, publicId, randomString });
  }
  return made;
}

/** False: its bytes are not those that were written (the reader of zips compares no sums), and nothing was stored. */
async function putFile(
  { storage, folder }: ImportDeps,
  key: string,
  body: Readable,
  about: { bytes: number; type: string },
  sum: number,
): Promise<boolean> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const path = join(incoming, `import-${key}`);
  try {
    let found = 0;
    let bytes = 0;
    const summed = async function* (parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const part of parts) {
        found = crc32(part, found);
        bytes += part.length;
        yield part;
      }
    };
    await pipeline(body, summed, createWriteStream(path, { mode: 0o600 }));
    if (found !== sum || bytes !== about.bytes) return false;
    await storage.put(key, path, about);
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

async function text(body: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
