import { promisify } from "node:util";
import zlib from "node:zlib";
import { getErrorCode, EgressError } from "./egress-error.ts";

/**
 * Decodes the content encoding of a body, up to `max` bytes (`reply_too_large`). Several or unknown
 * encodings: `bad_reply`.
 */
export async function decodeBody(encoded: Buffer, coding: string, max: number): Promise<Buffer> {
  const name = coding.trim().toLowerCase();
  if (name === "" || name === "identity") return encoded;
  const decode = decoders[name];
  if (decode === undefined)
    throw new EgressError("bad_reply", `The answer has the content coding "${name.slice(0, 40)}", which is not understood.`);
  if (encoded.length === 0) return encoded;
  try {
    return await decode(encoded, max);
  } catch (error) {
    if (getErrorCode(error) === "ERR_BUFFER_TOO_LARGE") throw new EgressError("reply_too_large", "The unpacked answer is too large.");
    throw new EgressError("bad_reply", "The answer could not be unpacked.");
  }
}

const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
const unzstd = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress);

const decoders: Readonly<Record<string, (wire: Buffer, max: number) => Promise<Buffer>>> = {
  gzip: (wire, max) => gunzip(wire, { maxOutputLength: max }),
  "x-gzip": (wire, max) => gunzip(wire, { maxOutputLength: max }),
  // Servers send both formats under this name. The zlib format has 8 in the low bits of its first
  // byte.
  deflate: (wire, max) => (((wire[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(wire, { maxOutputLength: max }),
  // 8 MiB is the window that every zstd sender may use (RFC 9659). Brotli is not supported, because
  // its decoder always reserves 16 MiB and we request no encoding.
  zstd: (wire, max) => unzstd(wire, { maxOutputLength: max, params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }),
};
