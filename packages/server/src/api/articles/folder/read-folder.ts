import { buffer } from "node:stream/consumers";
import * as yauzl from "yauzl";
import { refuse } from "../../../core/failure.ts";
import { cleanText } from "../../../core/text.ts";

/** A file of a folder that was sent as a zip. */
export interface FolderFile {
  readonly path: string;
  /** Bytes when unpacked. `read` yields at most as many. */
  readonly size: number;
  /** Rejects if the entry is damaged, encrypted or packed in an unknown way. */
  readonly read: () => Promise<Buffer>;
}
export interface Folder {
  readonly files: ReadonlyMap<string, FolderFile>;
  /** Names that lead out of the folder. */
  readonly refused: readonly string[];
}

/** Files and folders of a zip (ART-032). */
const maxEntries = 5_000;
/** Files that systems add by themselves. */
const systemFile = /(?:^|\/)(?:\.[^/.][^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(?:\/|$)/;

/** Lists the files of a zip. Reads none of them. Throws `invalid_request` if it is no zip. */
export async function readFolder(zip: Buffer): Promise<Folder> {
  try {
    return await listEntries(zip);
  } catch (error) {
    if (Object.getPrototypeOf(error) !== Error.prototype && !(error instanceof RangeError))
      throw error;
    return refuseZip("The file is not a zip, or is damaged.");
  }
}

async function listEntries(zip: Buffer): Promise<Folder> {
  // Names are decoded here, so that one that leads out of the folder does not end the list.
  const file = await yauzl.fromBufferPromise(zip, { lazyEntries: true, decodeStrings: false });
  if (file.entryCount > maxEntries)
    refuseZip(`The zip has more than ${maxEntries} files. Import it in parts.`);
  const files = new Map<string, FolderFile>();
  const refused: string[] = [];
  for await (const entry of file.eachEntry()) {
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
    const path = cleanText(
      yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false),
    );
    if (path.endsWith("/") || systemFile.test(path)) continue;
    if (yauzl.validateFileName(path) !== null) refused.push(path);
    else
      files.set(path, {
        path,
        size: entry.uncompressedSize,
        read: async () => buffer(await file.openReadStreamPromise(entry)),
      });
  }
  return { files, refused };
}

const refuseZip = (message: string): never => refuse("invalid_request", message, { field: "file" });
