import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { ScannerAddress } from "./address.ts";
import { createChunkParser } from "./chunk-parser.ts";
import { findThreat, createHeadReader, type IcapHead } from "./icap-head.ts";
import {
  pingTimeoutMs,
  ScanError,
  scanTimeoutMs,
  exchangeWithScanner,
  type ScannerConnectionDeps,
} from "./scanner-connection.ts";
import type { ScannedFile, ScannerClient, ScanResult } from "./scan-result.ts";

type IcapAddress = Extract<ScannerAddress, { kind: "icap" }>;
/**
 * Whether the service accepts files as the response of a web server, or as the request of a
 * browser.
 */
type Method = "RESPMOD" | "REQMOD";

/**
 * Creates a client for ICAP (RFC 3507). The file is the body of an HTTP message that the service
 * may change. Each request uses a connection of its own, without preview.
 */
export function createIcapClient(
  deps: ScannerConnectionDeps,
  { to, url }: IcapAddress,
): Pick<ScannerClient, "scan" | "ping"> {
  /**
   * The method is requested once, and again after an error, because the service may have been
   * replaced.
   */
  let method: Promise<Method> | null = null;
  const askMethod = (ended: AbortSignal): Promise<Method> =>
    exchangeWithScanner(
      deps,
      {
        address: to,
        send: encodeOptionsRequest(url),
        read: createOptionsReader(),
        maxMs: pingTimeoutMs,
      },
      ended,
    );
  return {
    async scan(file, ended) {
      try {
        const usedMethod = await (method ??= askMethod(ended));
        return await exchangeWithScanner(
          deps,
          {
            address: to,
            send: encodeScanRequest(url, usedMethod, file),
            read: createResultReader(usedMethod, file),
            maxMs: scanTimeoutMs,
          },
          ended,
        );
      } catch (error) {
        method = null;
        throw error;
      }
    },
    ping: askMethod,
  };
}

async function* encodeOptionsRequest(url: string): AsyncGenerator<Buffer> {
  yield Buffer.from(formatIcapHead("OPTIONS", url, ["Encapsulated: null-body=0"]), "latin1");
}
async function* encodeScanRequest(
  url: string,
  method: Method,
  { path, bytes }: ScannedFile,
): AsyncGenerator<Buffer> {
  const contentHeaders = ["Content-Type: application/octet-stream", `Content-Length: ${bytes}`];
  const host = "Host: upload.invalid";
  const requestLines =
    method === "RESPMOD"
      ? ["GET http://upload.invalid/file HTTP/1.1", host]
      : ["POST http://upload.invalid/file HTTP/1.1", host, ...contentHeaders];
  const requestHead = joinLines(requestLines);
  const responseHead =
    method === "RESPMOD" ? joinLines(["HTTP/1.1 200 OK", ...contentHeaders]) : "";
  const parts =
    method === "RESPMOD"
      ? `req-hdr=0, res-hdr=${requestHead.length}, res-body=${requestHead.length + responseHead.length}`
      : `req-hdr=0, req-body=${requestHead.length}`;
  yield Buffer.from(
    formatIcapHead(method, url, ["Allow: 204", `Encapsulated: ${parts}`]) +
      requestHead +
      responseHead,
    "latin1",
  );
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    yield Buffer.from(`${part.length.toString(16)}\r\n`, "latin1");
    yield part;
    yield Buffer.from("\r\n", "latin1");
  }
  yield Buffer.from("0\r\n\r\n", "latin1");
}
function formatIcapHead(method: string, url: string, extraHeaders: readonly string[]): string {
  return joinLines([
    `${method} ${url} ICAP/1.0`,
    `Host: ${new URL(url).host}`,
    "User-Agent: Parlour",
    "Connection: close",
    ...extraHeaders,
  ]);
}
const joinLines = (textLines: readonly string[]): string => `${textLines.join("\r\n")}\r\n\r\n`;

/** Creates a reader that returns which of the two methods the service supports. */
function createOptionsReader(): (part: Buffer | null) => Method | undefined {
  const readHead = createHeadReader();
  return (part) => {
    const parsed = readHead(part);
    if (parsed === undefined) return undefined;
    const [{ status, headers }] = parsed;
    if (status !== 200) throw new ScanError(`the service answered OPTIONS with ${status}`);
    const methods = headers.get("methods")?.toUpperCase() ?? "RESPMOD";
    if (methods.includes("RESPMOD")) return "RESPMOD";
    if (methods.includes("REQMOD")) return "REQMOD";
    throw new ScanError("the service takes neither RESPMOD nor REQMOD");
  };
}

/**
 * Creates a reader of the result. Status 204 or the unchanged file means no threat. A header with a
 * threat, or any change of the file, means a threat.
 */
function createResultReader(
  method: Method,
  file: ScannedFile,
): (part: Buffer | null) => ScanResult | undefined {
  let readHead = createHeadReader();
  let body: ((part: Buffer | null) => ScanResult | undefined) | null = null;
  const interpretHead = (parsed: readonly [IcapHead, Buffer]): ScanResult | undefined => {
    const [icap, remaining] = parsed;
    if (icap.status === 100) {
      readHead = createHeadReader();
      const next = readHead(remaining);
      return next === undefined ? undefined : interpretHead(next);
    }
    const threat = findThreat(icap.headers);
    if (threat !== null) return { threat };
    if (icap.status === 204) return { threat: null };
    if (icap.status !== 200) throw new ScanError(`the service answered ${icap.status}`);
    body = createUnchangedReader(method, icap, file);
    return body(remaining);
  };
  return (part) => {
    if (body !== null) return body(part);
    const parsed = readHead(part);
    return parsed === undefined ? undefined : interpretHead(parsed);
  };
}

/**
 * Creates a reader that compares the returned body with the file. Some services always respond with
 * 200 and the received body.
 */
function createUnchangedReader(
  method: Method,
  { headers }: IcapHead,
  file: ScannedFile,
): (part: Buffer | null) => ScanResult | undefined {
  const changed: ScanResult = { threat: "" };
  const getOffset = (part: string): number | null => {
    const [, offset] =
      new RegExp(`\\b${part}=(\\d{1,5})\\b`, "i").exec(headers.get("encapsulated") ?? "") ?? [];
    return offset === undefined ? null : Number(offset);
  };
  const bodyOffset = getOffset(method === "RESPMOD" ? "res-body" : "req-body");
  const responseOffset = method === "RESPMOD" ? getOffset("res-hdr") : null;
  // The service returned a response instead of the request, or no body.
  if (bodyOffset === null) return () => changed;
  let httpHead = Buffer.alloc(0);
  const chunks = createChunkParser();
  const hash = createHash("sha256");
  let bytes = 0;
  const readBody = (part: Buffer): ScanResult | undefined => {
    for (const piece of chunks.push(part)) {
      bytes += piece.length;
      if (bytes > file.bytes) return changed;
      hash.update(piece);
    }
    if (!chunks.isEnded()) return undefined;
    return bytes === file.bytes && hash.digest("base64url") === file.sha256
      ? { threat: null }
      : changed;
  };
  return (part) => {
    if (part === null) throw new ScanError("the answer was cut short");
    const missing = bodyOffset - httpHead.length;
    if (missing <= 0) return readBody(part);
    httpHead = Buffer.concat([httpHead, part.subarray(0, missing)]);
    if (part.length < missing) return undefined;
    // The service returned a page such as "Access denied" instead of the file.
    if (
      responseOffset !== null &&
      !/^HTTP\/1\.[01] 200\b/.test(httpHead.toString("latin1", responseOffset))
    )
      return changed;
    return readBody(part.subarray(missing));
  };
}
