import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { refuse } from "../core/failure.ts";
import { toStorageError } from "./disk.ts";
import { sniffBytes } from "./sniff.ts";
import { StorageError } from "./storage.ts";

export interface WrittenUpload {
  readonly bytes: number;
  /** Base64url. */
  readonly sha256: string;
  /** The first bytes, at most 64 KiB. */
  readonly head: Buffer;
}

/**
 * Writes a stream to `path`. Refuses with `payload_too_large` above `maxBytes`, and with
 * `invalid_request` if the stream breaks off. The file is then removed.
 */
export async function writeUpload(
  source: Readable,
  path: string,
  maxBytes: number,
): Promise<WrittenUpload> {
  const hash = createHash("sha256");
  const heads: Buffer[] = [];
  let bytes = 0;
  let headLength = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, next) {
      bytes += part.length;
      if (bytes > maxBytes) return next(new TooLargeError());
      hash.update(part);
      if (headLength < sniffBytes) {
        heads.push(part.subarray(0, sniffBytes - headLength));
        headLength += part.length;
      }
      next(null, part);
    },
  });
  try {
    await pipeline(source, counted, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof TooLargeError)
      refuse(
        "payload_too_large",
        `The file is larger than ${Math.floor(maxBytes / (1024 * 1024))} MiB.`,
        { field: "file" },
      );
    const storageError = toStorageError(error);
    if (storageError instanceof StorageError || isDiskError(error)) throw storageError;
    refuse("invalid_request", "The file was cut short.", { field: "file" });
  }
  return { bytes, sha256: hash.digest("base64url"), head: Buffer.concat(heads) };
}

/** Returns whether the disk caused the error, and not the form or the connection. */
function isDiskError(error: unknown): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && syscall !== "read";
}

class TooLargeError extends Error {}
