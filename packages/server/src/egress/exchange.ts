import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Connection } from "./connections.ts";
import type { Deadline } from "./deadline.ts";
import { EgressError, getErrorCode } from "./egress-error.ts";
import type { EgressRequest } from "./types.ts";
import { promisify } from "node:util";
import zlib from "node:zlib";

const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
const unzstd = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress);
const decoders: Readonly<Record<string, (wire: Buffer, max: number) => Promise<Buffer>>> = {
  gzip: (wire, max) => gunzip(wire, { maxOutputLength: max }),
  "x-gzip": (wire, max) => gunzip(wire, { maxOutputLength: max }),
  // Servers send two formats as `deflate`. The zlib format has 8 in the low bits of its first byte,
  // the raw format has not.
  deflate: (wire, max) =>
    (((wire[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(wire, { maxOutputLength: max }),
  // Every zstd sender may use a window of 8 MiB (RFC 9659). Brotli is not supported, because its
  // decoder always reserves 16 MiB and Parlour requests no encoding.
  zstd: (wire, max) =>
    unzstd(wire, { maxOutputLength: max, params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }),
};

/** Maximum number of interim responses (1xx) before the final one. */
const maxInterimResponses = 8;

export interface CompleteResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** One request, its deadline, and who learns of the head of its response. */
interface Exchange {
  readonly path: string;
  readonly request: EgressRequest;
  readonly deadline: Deadline;
  /** Receives status and headers as soon as they arrive. */
  readonly onHead: (status: number, headers: Readonly<Record<string, string>>) => void;
}

/**
 * Sends one request and reads the complete response on one connection. Rejects with EgressError or
 * undici's error. The connection must then be discarded.
 */
export async function sendRequest(
  connection: Connection,
  exchange: Exchange,
): Promise<CompleteResponse> {
  const { request } = exchange;
  const response = await receiveResponse(connection, exchange);
  const coding = response.headers["content-encoding"];
  return coding === undefined
    ? response
    : { ...response, body: await decodeBody(response.body, coding, request.maxReplyBytes) };
}

/**
 * Reads the response with undici's handlers. Undici's function `request` would create a stream, a
 * signal and a promise per step.
 */
function receiveResponse(
  connection: Connection,
  { path, request, deadline, onHead }: Exchange,
): Promise<CompleteResponse> {
  const max = request.maxReplyBytes;
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let interim = 0;
    let status = 0;
    let headers: Record<string, string> = {};
    const tooLarge = (): void =>
      reject(new EgressError("reply_too_large", `The answer is larger than ${max} bytes.`));
    deadline.onEnd(reject);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart(_controller, code, rawHeaders) {
        if (code < 200) {
          interim += 1;
          if (interim > maxInterimResponses)
            reject(new EgressError("bad_reply", "The server sent too many interim answers."));
          return;
        }
        status = code;
        headers = flattenHeaders(rawHeaders);
        onHead(code, headers);
        if (Number(headers["content-length"]) > max) tooLarge();
      },
      onResponseData(_controller, part) {
        size += part.length;
        if (size > max) tooLarge();
        else parts.push(part);
      },
      onResponseEnd: () =>
        resolve({
          status,
          headers,
          body: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size),
        }),
      onResponseError: (_controller, error) => reject(error),
    };
    // The length of a stream is unknown, so the body is sent chunked (CH-073).
    const body = request.chunked ? Readable.from([toBytes(request.body)]) : request.body;
    if (deadline.fault === null)
      connection.client.dispatch({ method: "POST", path, headers: request.headers, body }, handler);
  });
}

function toBytes(body: EgressRequest["body"]): Buffer {
  return typeof body === "string" ? Buffer.from(body, "utf8") : body;
}

/** Joins the values of each header. */
export function flattenHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  const flattened: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    flattened[name] = Array.isArray(value) ? value.join(", ") : (value ?? "");
  }
  return flattened;
}

/**
 * Decodes the content encoding of a body up to `max` bytes. Throws `reply_too_large` above this
 * size, and `bad_reply` for an unknown encoding or several encodings.
 */
async function decodeBody(encoded: Buffer, coding: string, max: number): Promise<Buffer> {
  const name = coding.trim().toLowerCase();
  if (name === "" || name === "identity") return encoded;
  const decode = decoders[name];
  if (decode === undefined)
    throw new EgressError(
      "bad_reply",
      `The answer has the content coding "${name.slice(0, 40)}", which is not understood.`,
    );
  if (encoded.length === 0) return encoded;
  try {
    return await decode(encoded, max);
  } catch (error) {
    if (getErrorCode(error) === "ERR_BUFFER_TOO_LARGE")
      throw new EgressError("reply_too_large", "The unpacked answer is too large.");
    throw new EgressError("bad_reply", "The answer could not be unpacked.");
  }
}
