import { createReadStream } from "node:fs";
import type { SocketAddress } from "../../egress/socket.ts";
import {
  pingTimeoutMs,
  ScanError,
  scanTimeoutMs,
  exchangeWithScanner,
  type ScannerConnectionDeps,
} from "./scanner-connection.ts";
import type { ScannerProtocol, ScanResult } from "./scan-result.ts";

/** Maximum length of a reply in bytes. */
const maxReplyLength = 4_096;

/**
 * Creates a client for the protocol of the ClamAV daemon. Each command uses a connection of its
 * own. Command and reply end with a zero byte.
 */
export function createClamdClient(deps: ScannerConnectionDeps, to: SocketAddress): ScannerProtocol {
  return {
    scan: ({ path }, ended) =>
      exchangeWithScanner(
        deps,
        {
          address: to,
          send: encodeInstream(path),
          read: createReplyReader(parseScanReply),
          maxMs: scanTimeoutMs,
        },
        ended,
      ),
    ping: (ended) =>
      exchangeWithScanner(
        deps,
        {
          address: to,
          send: encodeCommand("zPING\0"),
          read: createReplyReader(parsePong),
          maxMs: pingTimeoutMs,
        },
        ended,
      ),
  };
}

async function* encodeCommand(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text, "latin1");
}

/**
 * Encodes the command INSTREAM: parts of the file, each preceded by its length in four bytes. A
 * zero length ends the file.
 */
async function* encodeInstream(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0", "latin1");
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    yield encodeLength(part.length);
    yield part;
  }
  yield encodeLength(0);
}
function encodeLength(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Collects the reply up to its zero byte, or to the end of the connection. */
function createReplyReader<T>(
  parse: (answer: string) => T,
): (part: Buffer | null) => T | undefined {
  let text = "";
  return (part) => {
    text += part?.toString("latin1") ?? "\0";
    const end = text.indexOf("\0");
    if (end >= 0) return parse(text.slice(0, end).trim());
    if (text.length > maxReplyLength) throw new ScanError("the answer is too long");
    return undefined;
  };
}

function parseScanReply(answer: string): ScanResult {
  if (answer === "stream: OK") return { threat: null };
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found !== undefined) return { threat: found };
  throw new ScanError(
    answer === ""
      ? "the connection was closed without an answer"
      : `the scanner answered: ${answer}`,
  );
}
function parsePong(answer: string): true {
  if (answer === "PONG") return true;
  throw new ScanError(
    answer === ""
      ? "the connection was closed without an answer"
      : `the scanner answered: ${answer}`,
  );
}
