import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { ScannerAddress } from "./address.ts";
import { openChunks } from "./chunks.ts";
import { foundIn, headReader, type IcapHead } from "./icap-head.ts";
import { pingMs, ScanFault, scanMs, talk, type TalkDeps } from "./talk.ts";
import type { ScannedFile, ScannerClient, Verdict } from "./verdict.ts";

type IcapAddress = Extract<ScannerAddress, { kind: "icap" }>;
/** How a service accepts files: as a response of a web server, or as a request of a browser. */
type Method = "RESPMOD" | "REQMOD";

/**
 * Creates a client for ICAP (RFC 3507). The file is the body of an HTTP message that the service
 * may change. Each request uses its own connection, without preview.
 */
export function icapClient(deps: TalkDeps, { to, url }: IcapAddress): Pick<ScannerClient, "scan" | "ping"> {
  /** Requested once, and again after an error, because the service may have been replaced. */
  let method: Promise<Method> | null = null;
  const ask = (ended: AbortSignal): Promise<Method> =>
    talk(deps, { to, send: optionsRequest(url), read: optionsReader(), maxMs: pingMs }, ended);
  return {
    async scan(file, ended) {
      try {
        const by = await (method ??= ask(ended));
        return await talk(deps, { to, send: scanRequest(url, by, file), read: verdictReader(by, file), maxMs: scanMs }, ended);
      } catch (error) {
        method = null;
        throw error;
      }
    },
    ping: ask,
  };
}

async function* optionsRequest(url: string): AsyncGenerator<Buffer> {
  yield Buffer.from(icapLines("OPTIONS", url, ["Encapsulated: null-body=0"]), "latin1");
}
async function* scanRequest(url: string, method: Method, { path, bytes }: ScannedFile): AsyncGenerator<Buffer> {
  const about = ["Content-Type: application/octet-stream", `Content-Length: ${bytes}`];
  const host = "Host: upload.invalid";
  const first =
    method === "RESPMOD" ? ["GET http://upload.invalid/file HTTP/1.1", host] : ["POST http://upload.invalid/file HTTP/1.1", host, ...about];
  const asked = lines(first);
  const answered = method === "RESPMOD" ? lines(["HTTP/1.1 200 OK", ...about]) : "";
  const parts =
    method === "RESPMOD"
      ? `req-hdr=0, res-hdr=${asked.length}, res-body=${asked.length + answered.length}`
      : `req-hdr=0, req-body=${asked.length}`;
  yield Buffer.from(icapLines(method, url, ["Allow: 204", `Encapsulated: ${parts}`]) + asked + answered, "latin1");
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    yield Buffer.from(`${part.length.toString(16)}\r\n`, "latin1");
    yield part;
    yield Buffer.from("\r\n", "latin1");
  }
  yield Buffer.from("0\r\n\r\n", "latin1");
}
function icapLines(method: string, url: string, more: readonly string[]): string {
  return lines([`${method} ${url} ICAP/1.0`, `Host: ${new URL(url).host}`, "User-Agent: Parlour", "Connection: close", ...more]);
}
const lines = (all: readonly string[]): string => `${all.join("\r\n")}\r\n\r\n`;

/** Reads which of the two methods the service supports. */
function optionsReader(): (part: Buffer | null) => Method | undefined {
  const head = headReader();
  return (part) => {
    const read = head(part);
    if (read === undefined) return undefined;
    const [{ status, headers }] = read;
    if (status !== 200) throw new ScanFault(`the service answered OPTIONS with ${status}`);
    const methods = headers.get("methods")?.toUpperCase() ?? "RESPMOD";
    if (methods.includes("RESPMOD")) return "RESPMOD";
    if (methods.includes("REQMOD")) return "REQMOD";
    throw new ScanFault("the service takes neither RESPMOD nor REQMOD");
  };
}

/**
 * Creates a reader of the result. 204, or the unchanged file: no threat. A header that names a
 * threat, or any change: a threat.
 */
function verdictReader(method: Method, file: ScannedFile): (part: Buffer | null) => Verdict | undefined {
  let head = headReader();
  let body: ((part: Buffer | null) => Verdict | undefined) | null = null;
  const judge = (read: readonly [IcapHead, Buffer]): Verdict | undefined => {
    const [icap, rest] = read;
    if (icap.status === 100) {
      head = headReader();
      const next = head(rest);
      return next === undefined ? undefined : judge(next);
    }
    const found = foundIn(icap.headers);
    if (found !== null) return { found };
    if (icap.status === 204) return { found: null };
    if (icap.status !== 200) throw new ScanFault(`the service answered ${icap.status}`);
    body = sameReader(method, icap, file);
    return body(rest);
  };
  return (part) => {
    if (body !== null) return body(part);
    const read = head(part);
    return read === undefined ? undefined : judge(read);
  };
}

/**
 * Compares the returned body with the file. Some services always answer 200 with the received body.
 */
function sameReader(method: Method, { headers }: IcapHead, file: ScannedFile): (part: Buffer | null) => Verdict | undefined {
  const changed: Verdict = { found: "" };
  const offsetOf = (part: string): number | null => {
    const [, offset] = new RegExp(`\\b${part}=(\\d{1,5})\\b`, "i").exec(headers.get("encapsulated") ?? "") ?? [];
    return offset === undefined ? null : Number(offset);
  };
  const bodyAt = offsetOf(method === "RESPMOD" ? "res-body" : "req-body");
  const answerAt = method === "RESPMOD" ? offsetOf("res-hdr") : null;
  // A different response instead of the request, or no body.
  if (bodyAt === null) return () => changed;
  let httpHead = Buffer.alloc(0);
  const chunks = openChunks();
  const hash = createHash("sha256");
  let bytes = 0;
  const takeBody = (part: Buffer): Verdict | undefined => {
    for (const piece of chunks.take(part)) {
      bytes += piece.length;
      if (bytes > file.bytes) return changed;
      hash.update(piece);
    }
    if (!chunks.isEnded()) return undefined;
    return bytes === file.bytes && hash.digest("base64url") === file.sha256 ? { found: null } : changed;
  };
  return (part) => {
    if (part === null) throw new ScanFault("the answer was cut short");
    const missing = bodyAt - httpHead.length;
    if (missing <= 0) return takeBody(part);
    httpHead = Buffer.concat([httpHead, part.subarray(0, missing)]);
    if (part.length < missing) return undefined;
    // A page instead of the file, like "Access denied".
    if (answerAt !== null && !/^HTTP\/1\.[01] 200\b/.test(httpHead.toString("latin1", answerAt))) return changed;
    return takeBody(part.subarray(missing));
  };
}
