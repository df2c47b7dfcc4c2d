import { createHash } from "node:crypto";
import { createChunkParser } from "./chunk-parser.ts";
import { findThreat, createHeadReader, type IcapHead } from "./icap-head.ts";
import { ScanError } from "./scanner-connection.ts";
import type { ScannedFile, ScanResult } from "./scan-result.ts";

/** Whether files are accepted as the response of a web server, or the request of a browser. */
export type Method = "RESPMOD" | "REQMOD";

/** Creates a reader that returns which of the two methods the service supports. */
export function createOptionsReader(): (part: Buffer | null) => Method | undefined {
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
export function createResultReader(
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
