import { createReadStream } from "node:fs";

/** Where a line begins: the offset in bytes, and its number from 1. */
export interface LinePosition {
  readonly offset: number;
  readonly line: number;
}
export interface FileLine {
  /** Number of the line, from 1. */
  readonly line: number;
  /** null: the line is longer than 4 MiB. */
  readonly text: string | null;
  /** Where the next line begins. */
  readonly next: LinePosition;
}

const maxLineBytes = 4 * 1024 * 1024;
const newline = 10;

/** Reads the lines of a file from a position on. Invalid UTF-8 becomes U+FFFD. */
export async function* readLines(path: string, from: LinePosition): AsyncGenerator<FileLine> {
  let { offset, line } = from;
  let parts: Buffer[] = [];
  let bytes = 0;
  const endLine = (terminatorBytes: number): FileLine => {
    const text = bytes > maxLineBytes ? null : Buffer.concat(parts).toString("utf8");
    offset += bytes + terminatorBytes;
    const ended = { line, text, next: { offset, line: line + 1 } };
    [parts, bytes] = [[], 0];
    line += 1;
    return ended;
  };
  const append = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of createReadStream(path, { start: offset, highWaterMark: 256 * 1024 })) {
    const data = chunk as Buffer;
    let at = 0;
    for (let end = data.indexOf(newline); end !== -1; end = data.indexOf(newline, at)) {
      append(data.subarray(at, end));
      at = end + 1;
      yield endLine(1);
    }
    if (at < data.length) append(data.subarray(at));
  }
  if (bytes > 0) yield endLine(0);
}
