import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { refuse } from "../core/failure.ts";
import { diskFault } from "./disk.ts";
import { headBytes } from "./sniff.ts";
import { StorageFault } from "./storage.ts";

export interface Received {
  readonly bytes: number;
  /** Base64url. */
  readonly sha256: string;
  /** The first bytes, at most 64 KiB. */
  readonly head: Buffer;
}

/**
 * Writes a stream to `path`. Refuses with `payload_too_large` above `maxLogoBytes` bytes, and with
 * `invalid_request` if the stream breaks off. The file is then removed.
 */
export async function receive(from: Readable, path: string, most: number): Promise<Received> {
  const hash = createHash("sha256");
  const heads: Buffer[] = [];
  let bytes = 0;
  let kept = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, next) {
      bytes += part.length;
      if (bytes > most) return next(new TooLarge());
      hash.update(part);
      if (kept < headBytes) {
        heads.push(part.subarray(0, headBytes - kept));
        kept += part.length;
      }
      next(null, part);
    },
  });
  try {
    await pipeline(from, counted, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof TooLarge)
      refuse("payload_too_large", `The file is larger than ${Math.floor(most / (1024 * 1024))} MiB.`, { field: "file" });
    const fault = diskFault(error);
    if (fault instanceof StorageFault || isDisk(error)) throw fault;
    refuse("invalid_request", "The file was cut short.", { field: "file" });
  }
  return { bytes, sha256: hash.digest("base64url"), head: Buffer.concat(heads) };
}

/** Other errors come from the sender: the form, or the connection. */
function isDisk(error: unknown): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && syscall !== "read";
}

class TooLarge extends Error {}
