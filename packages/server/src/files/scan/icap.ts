import { createReadStream } from "node:fs";
import type { ScannerAddress } from "./address.ts";
import {
  pingTimeoutMs,
  scanTimeoutMs,
  exchangeWithScanner,
  type ScannerConnectionDeps,
} from "./scanner-connection.ts";
import type { ScannedFile, ScannerProtocol } from "./scan-result.ts";
import { createOptionsReader, createResultReader, type Method } from "./icap-readers.ts";

type IcapAddress = Extract<ScannerAddress, { kind: "icap" }>;

/**
 * Creates a client for ICAP (RFC 3507). The file is the body of an HTTP message that the service
 * may change. Each request uses a connection of its own, without preview.
 */
export function createIcapClient(
  deps: ScannerConnectionDeps,
  { to, url }: IcapAddress,
): ScannerProtocol {
  /** The method is requested once, and again after an error: the service may be another one. */
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
