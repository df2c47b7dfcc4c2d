import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import * as yauzl from "yauzl";
import { SourceError, type SourceSettings } from "../../source.ts";

/** A file of an export, unpacked. */
export interface ExportFile {
  /** As uploaded, or the path inside a zip. */
  readonly name: string;
  /** Whether it was uploaded itself. A zip may contain other files, such as pictures. */
  readonly isUploaded: boolean;
  open(): Promise<Readable>;
}
export interface OpenedExport {
  readonly files: readonly ExportFile[];
  close(): void;
}

/** Lists the uploaded files and what zips contain. Throws SourceError for a damaged zip. */
export async function openExport({ files }: SourceSettings): Promise<OpenedExport> {
  const listed: ExportFile[] = [];
  const zips: yauzl.ZipFile[] = [];
  for (const { name, path } of files)
    switch (await readPacking(path)) {
      case "zip": {
        const zip = await yauzl
          .openPromise(path, { lazyEntries: true, autoClose: false })
          .catch((error: Error) => {
            throw new SourceError("damaged_file", `${name}: ${error.message}`, { isFinal: true });
          });
        zips.push(zip);
        for await (const entry of zip.eachEntry())
          if (!/(?:^|\/)(?:\.|__MACOSX\/)|\/$/.test(entry.fileName))
            listed.push({
              name: entry.fileName,
              isUploaded: false,
              open: () => zip.openReadStreamPromise(entry).then(ignoreLateErrors),
            });
        break;
      }
      case "gzip":
        listed.push({
          name,
          isUploaded: true,
          async open() {
            const unpacked = createGunzip();
            const packed = createReadStream(path);
            packed.on("error", (error) => unpacked.destroy(error));
            unpacked.on("close", () => packed.destroy());
            return ignoreLateErrors(packed.pipe(unpacked));
          },
        });
        break;
      case null:
        listed.push({ name, isUploaded: true, open: async () => createReadStream(path) });
    }
  // The same order on every run, because a cursor counts the values before it.
  const inOrder = listed.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return { files: inOrder, close: () => zips.forEach((zip) => zip.close()) };
}

/** Errors reach the reader of a stream. Without a listener, one after its end ends the process. */
function ignoreLateErrors<Stream extends Readable>(stream: Stream): Stream {
  stream.on("error", () => undefined);
  return stream;
}

async function readPacking(path: string): Promise<"zip" | "gzip" | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const head = buffer.subarray(0, bytesRead).toString("latin1");
    if (head === "PK\x03\x04" || head === "PK\x05\x06") return "zip";
    return head.startsWith("\x1f\x8b") ? "gzip" : null;
  } finally {
    await file.close();
  }
}
