import { createServer, type Server, type Socket } from "node:net";
import { freePort } from "./port.ts";

/**
 * Virus scanners on this machine with their real protocols. They detect the EICAR test file
 * anywhere in a file.
 */

/** The EICAR test file, in two parts so that scanners do not detect this source file. */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD", "-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

export interface TestScanner {
  /** Address as in FILE_SCANNER. */
  readonly address: string;
  /** All files that were sent completely. */
  readonly files: readonly Buffer[];
  /** Sets the response. null: by the content of the file. `silent`: no response. */
  answer(how: ScannerAnswer | null): void;
  /** Resolves when `count` files in total were sent. */
  received(count: number): Promise<void>;
  /** Stops the server and its connections. `start` starts it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}
/** Raw bytes of the response, or a fault. */
export type ScannerAnswer = "silent" | "hang up" | { readonly raw: string };

/** Starts a ClamAV daemon on a port, or on the Unix socket at `path`. */
export function startClamd({ path }: { readonly path?: string } = {}): Promise<TestScanner> {
  return startScanner((at) => (typeof at === "string" ? `clamd://${at}` : `clamd://127.0.0.1:${at}`), path, {
    take(bytes) {
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
    judge: (found) => (found ? "stream: Win.Test.EICAR_HDB-1 FOUND\0" : "stream: OK\0"),
  });
}

/** Starts an ICAP server whose service `avscan` accepts these methods. */
export function startIcap({ methods = "RESPMOD" }: { readonly methods?: string } = {}): Promise<TestScanner> {
  return startScanner((port) => `icap://127.0.0.1:${port}/avscan`, undefined, {
    take(bytes) {
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) return null;
      const head = bytes.toString("latin1", 0, end);
      if (head.startsWith("OPTIONS "))
        return { answer: `ICAP/1.0 200 OK\r\nMethods: ${methods}\r\nISTag: "1"\r\nAllow: 204\r\nEncapsulated: null-body=0\r\n\r\n` };
      const [, method = ""] = /^(\w+) icap:\/\/127\.0\.0\.1:\d+\/avscan ICAP\/1\.0\r\n/.exec(head) ?? [];
      if (!methods.split(", ").includes(method)) return { answer: "ICAP/1.0 405 Method not allowed\r\n\r\n" };
      const [, at] =
        (method === "REQMOD" ? /Encapsulated: req-hdr=0, req-body=(\d+)/ : /Encapsulated: req-hdr=0, res-hdr=\d+, res-body=(\d+)/).exec(
          head,
        ) ?? [];
      if (at === undefined) return { answer: "ICAP/1.0 400 Bad request\r\n\r\n" };
      const body = bodyOf(bytes.subarray(end + 4 + Number(at)));
      return body === null ? null : { file: body };
    },
    judge: (found) =>
      found
        ? "ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Resolution=2; Threat=Eicar-Test-Signature;\r\nEncapsulated: res-hdr=0, null-body=27\r\n\r\nHTTP/1.1 403 Forbidden\r\n\r\n"
        : 'ICAP/1.0 204 No modifications needed\r\nISTag: "1"\r\n\r\n',
  });
}

/** Parses a chunked body. null: it is incomplete. */
function bodyOf(bytes: Buffer): Buffer | null {
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

interface Protocol {
  /** Parses the received bytes. null: incomplete. */
  readonly take: (bytes: Buffer) => { readonly file: Buffer } | { readonly answer: string } | null;
  readonly judge: (found: boolean) => string;
}

async function startScanner(
  addressOf: (at: string | number) => string,
  path: string | undefined,
  { take, judge }: Protocol,
): Promise<TestScanner> {
  // No other test gets this address between `stop` and `start`.
  const at = path ?? (await freePort());
  const files: Buffer[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const sockets = new Set<Socket>();
  let how: ScannerAnswer | null = null;
  let server: Server | null = null;

  const reply = (socket: Socket, file: Buffer): void => {
    files.push(file);
    for (const one of waiting) if (files.length >= one.count) one.resolve();
    if (how === "silent") return;
    if (how === "hang up") socket.destroy();
    else socket.end(how === null ? judge(file.includes(eicar)) : how.raw, "latin1");
  };
  const serve = (socket: Socket): void => {
    let kept = Buffer.alloc(0);
    let isDone = false;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (part: Buffer) => {
      if (isDone) return;
      kept = Buffer.concat([kept, part]);
      const taken = take(kept);
      if (taken === null) return;
      isDone = true;
      if ("file" in taken) reply(socket, taken.file);
      else if (how !== "silent") socket.end(taken.answer, "latin1");
    });
  };
  const scanner: TestScanner = {
    address: addressOf(at),
    files,
    answer: (next) => void (how = next),
    received: (count) =>
      new Promise((resolve) => {
        if (files.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async start() {
      const next = createServer(serve);
      await new Promise<void>((resolve, reject) => {
        next.once("error", reject);
        if (typeof at === "string") next.listen(at, resolve);
        else next.listen(at, "127.0.0.1", resolve);
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
