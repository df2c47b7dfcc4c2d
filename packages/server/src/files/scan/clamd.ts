import { createReadStream } from "node:fs";
import type { SocketAddress } from "../../egress/socket.ts";
import { pingMs, ScanFault, scanMs, talk, type TalkDeps } from "./talk.ts";
import type { ScannerClient, Verdict } from "./verdict.ts";

/** Maximum bytes of a reply. */
const maxAnswer = 4_096;

/**
 * Creates a client for the protocol of the ClamAV daemon. Each command uses its own connection.
 * Command and reply end with a zero byte.
 */
export function clamdClient(deps: TalkDeps, to: SocketAddress): Pick<ScannerClient, "scan" | "ping"> {
  return {
    scan: ({ path }, ended) => talk(deps, { to, send: instream(path), read: answerReader(verdictOf), maxMs: scanMs }, ended),
    ping: (ended) => talk(deps, { to, send: command("zPING\0"), read: answerReader(pongOf), maxMs: pingMs }, ended),
  };
}

async function* command(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text, "latin1");
}

/**
 * Encodes INSTREAM: parts of the file, each after its length in four bytes. A zero length ends it.
 */
async function* instream(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0", "latin1");
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    yield lengthOf(part.length);
    yield part;
  }
  yield lengthOf(0);
}
function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Collects the reply up to its zero byte, or to the end of the connection. */
function answerReader<T>(judge: (answer: string) => T): (part: Buffer | null) => T | undefined {
  let text = "";
  return (part) => {
    text += part?.toString("latin1") ?? "\0";
    const end = text.indexOf("\0");
    if (end >= 0) return judge(text.slice(0, end).trim());
    if (text.length > maxAnswer) throw new ScanFault("the answer is too long");
    return undefined;
  };
}

function verdictOf(answer: string): Verdict {
  if (answer === "stream: OK") return { found: null };
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found !== undefined) return { found };
  throw new ScanFault(answer === "" ? "the connection was closed without an answer" : `the scanner answered: ${answer}`);
}
function pongOf(answer: string): true {
  if (answer === "PONG") return true;
  throw new ScanFault(answer === "" ? "the connection was closed without an answer" : `the scanner answered: ${answer}`);
}
