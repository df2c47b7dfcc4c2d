import { createServer, type Server, type Socket } from "node:net";
import { findFreePort } from "../port.ts";

/**
 * Virus scanners on this machine with their real protocols. They detect the EICAR test file
 * anywhere in a file.
 */

/** The EICAR test file. It is in two parts, so that scanners do not detect this source file. */
export const eicar = [
  "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD",
  "-ANTIVIRUS-TEST-FILE!$H+H*",
].join("");

export interface TestScanner {
  /** Address in the format of FILE_SCANNER. */
  readonly address: string;
  /** All files that the scanner received completely. */
  readonly files: readonly Buffer[];
  /**
   * Sets the response. Null computes the response from the content of the file. `silent` never
   * responds.
   */
  respondWith(forcedResponse: ScannerResponse | null): void;
  /** Resolves when `count` files in total have been received. */
  waitForFiles(count: number): Promise<void>;
  /** Stops the server and its connections. `start` starts it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}
/** Bytes of the response, or a fault. */
type ScannerResponse = "silent" | "hang up" | { readonly raw: string };

/** Starts a ClamAV daemon on a port, or on the Unix socket at `path`. */
export function startClamd({ path }: { readonly path?: string } = {}): Promise<TestScanner> {
  return startScanner(
    (at) => (typeof at === "string" ? `clamd://${at}` : `clamd://127.0.0.1:${at}`),
    path,
    {
      parse(bytes) {
        const end = bytes.indexOf(0);
        if (end < 0) return null;
        const command = bytes.toString("latin1", 0, end);
        if (command === "zPING") return { answer: "PONG\0" };
        if (command !== "zINSTREAM") return { answer: "UNKNOWN COMMAND\0" };
        const parts: Buffer[] = [];
        for (let at = end + 1; bytes.length >= at + 4;) {
          const length = bytes.readUInt32BE(at);
          if (length === 0) return { file: Buffer.concat(parts) };
          if (bytes.length < at + 4 + length) return null;
          parts.push(bytes.subarray(at + 4, at + 4 + length));
          at += 4 + length;
        }
        return null;
      },
      respondTo: (found) => (found ? "stream: Win.Test.EICAR_HDB-1 FOUND\0" : "stream: OK\0"),
    },
  );
}

/** Starts an ICAP server. Its service `avscan` accepts the given methods. */
export function startIcap({
  methods = "RESPMOD",
}: { readonly methods?: string } = {}): Promise<TestScanner> {
  return startScanner((port) => `icap://127.0.0.1:${port}/avscan`, undefined, {
    parse(bytes) {
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) return null;
      const head = bytes.toString("latin1", 0, end);
      if (head.startsWith("OPTIONS "))
        return {
          answer: `ICAP/1.0 200 OK\r\nMethods: ${methods}\r\nISTag: "1"\r\nAllow: 204\r\nEncapsulated: null-body=0\r\n\r\n`,
        };
      const [, method = ""] =
        /^(\w+) icap:\/\/127\.0\.0\.1:\d+\/avscan ICAP\/1\.0\r\n/.exec(head) ?? [];
      if (!methods.split(", ").includes(method))
        return { answer: "ICAP/1.0 405 Method not allowed\r\n\r\n" };
      const [, at] =
        (method === "REQMOD"
          ? /Encapsulated: req-hdr=0, req-body=(\d+)/
          : /Encapsulated: req-hdr=0, res-hdr=\d+, res-body=(\d+)/
        ).exec(head) ?? [];
      if (at === undefined) return { answer: "ICAP/1.0 400 Bad request\r\n\r\n" };
      const body = parseChunkedBody(bytes.subarray(end + 4 + Number(at)));
      return body === null ? null : { file: body };
    },
    respondTo: (found) =>
      found
        ? "ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Resolution=2; Threat=Eicar-Test-Signature;\r\nEncapsulated: res-hdr=0, null-body=27\r\n\r\nHTTP/1.1 403 Forbidden\r\n\r\n"
        : 'ICAP/1.0 204 No modifications needed\r\nISTag: "1"\r\n\r\n',
  });
}

/** Parses a chunked body. Returns null if the body is incomplete. */
function parseChunkedBody(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf("\r\n", at);
    if (end < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (bytes.length < end + 2 + size + 2) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

interface ScannerProtocol {
  /** Parses the received bytes. null: incomplete. */
  readonly parse: (bytes: Buffer) => { readonly file: Buffer } | { readonly answer: string } | null;
  readonly respondTo: (found: boolean) => string;
}

async function startScanner(
  toAddress: (address: string | number) => string,
  path: string | undefined,
  { parse, respondTo }: ScannerProtocol,
): Promise<TestScanner> {
  // Reserve an address that no other test gets between `stop` and `start`.
  const address = path ?? (await findFreePort());
  const files: Buffer[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const sockets = new Set<Socket>();
  let forcedResponse: ScannerResponse | null = null;
  let server: Server | null = null;

  const reply = (socket: Socket, file: Buffer): void => {
    files.push(file);
    for (const waiter of waiting) if (files.length >= waiter.count) waiter.resolve();
    if (forcedResponse === "silent") return;
    if (forcedResponse === "hang up") socket.destroy();
    else
      socket.end(
        forcedResponse === null ? respondTo(file.includes(eicar)) : forcedResponse.raw,
        "latin1",
      );
  };
  const serve = (socket: Socket): void => {
    let receivedBytes = Buffer.alloc(0);
    let isDone = false;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (part: Buffer) => {
      if (isDone) return;
      receivedBytes = Buffer.concat([receivedBytes, part]);
      const parsed = parse(receivedBytes);
      if (parsed === null) return;
      isDone = true;
      if ("file" in parsed) reply(socket, parsed.file);
      else if (forcedResponse !== "silent") socket.end(parsed.answer, "latin1");
    });
  };
  const scanner: TestScanner = {
    address: toAddress(address),
    files,
    respondWith: (next) => void (forcedResponse = next),
    waitForFiles: (count) =>
      new Promise((resolve) => {
        if (files.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async start() {
      const next = createServer(serve);
      await new Promise<void>((resolve, reject) => {
        next.once("error", reject);
        if (typeof address === "string") next.listen(address, resolve);
        else next.listen(address, "127.0.0.1", resolve);
      });
      server = next;
    },
    stop: () =>
      new Promise((resolve) => {
        if (server === null) return resolve();
        server.close(() => resolve());
        server = null;
        for (const socket of sockets) socket.destroy();
      }),
  };
  await scanner.start();
  return scanner;
}
