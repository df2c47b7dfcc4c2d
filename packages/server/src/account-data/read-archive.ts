import type { Readable } from "node:stream";
import * as yauzl from "yauzl";
import { StartError } from "../embedded/start-error.ts";
import { archiveFormat, archiveManifestName, type ArchiveManifest } from "./archive.ts";

/** An opened account archive (CFG-106). */
export interface Archive {
  readonly path: string;
  readonly manifest: ArchiveManifest;
  readonly entries: ReadonlyMap<string, yauzl.Entry>;
  open(name: string): Promise<Readable>;
}

/** Throws StartError 1 for a damaged archive, including damage that `use` finds. */
export async function withArchive<R>(
  path: string,
  use: (archive: Archive) => Promise<R>,
): Promise<R> {
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false })
    .catch((error: Error) => {
      throw new StartError(`${path}: ${error.message}; use a file from parlour export --data`, 1);
    });
  try {
    const entries = new Map<string, yauzl.Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const open = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (entry === undefined)
        throw new StartError(
          `${path}: ${name} is missing; the file is incomplete or not a Parlour export`,
          1,
        );
      const stream = await zip.openReadStreamPromise(entry);
      // Errors reach the reader of the stream. Without this listener, an error after the reader has
      // stopped would crash the process.
      stream.on("error", () => undefined);
      return stream;
    };
    const manifest = parseManifest(path, await readText(await open(archiveManifestName)));
    return await use({ path, manifest, entries, open });
  } catch (error) {
    if (isArchiveDamage(error))
      throw new StartError(
        `${path}: could not be read (${error.message}); the file is incomplete or was changed. Nothing was imported`,
        1,
      );
    throw error;
  } finally {
    zip.close();
  }
}

function parseManifest(path: string, json: string): ArchiveManifest {
  const manifest = JSON.parse(json) as ArchiveManifest;
  if (manifest.product !== "parlour" || manifest.format !== archiveFormat)
    throw new StartError(
      `${path}: has format ${manifest.format}, but this version reads ${archiveFormat}; import it with Parlour ${manifest.version}`,
      1,
    );
  return manifest;
}

/** Errors of zlib, yauzl, JSON.parse and values (SQLSTATE 22, 23). Others have their own class. */
function isArchiveDamage(error: unknown): error is Error {
  if (error instanceof SyntaxError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined
    ? Object.getPrototypeOf(error) === Error.prototype
    : /^(Z_|22|23)/.test(code);
}

async function readText(body: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
