import { simpleParser, type ParsedMail as Email, type SimpleParserOptions } from "mailparser";
import { mailLimits, type MailFault } from "./types.ts";

/** What the MIME parser read. `rest` is the whole mail if only its headers could be read. */
export interface ReadMime {
  readonly email: Email;
  readonly headers: readonly MailHeader[];
  readonly rest: Buffer | null;
  readonly faults: readonly MailFault[];
}
/** Header of a mail, with a name in lower case and the value on one line, not decoded. */
export interface MailHeader {
  readonly key: string;
  readonly value: string;
}

/**
 * Reads the MIME structure. Attached mails are not opened. Never rejects: if the structure exceeds
 * a limit, it reads only the headers and returns the mail as `rest`. The parser yields to other
 * work after every 16 KiB.
 */
export async function readMime(raw: Buffer): Promise<ReadMime> {
  const end = findEndOfParts(raw);
  const faults: MailFault[] = end < raw.length ? ["too_many_parts"] : [];
  try {
    const email = await parse(raw.subarray(0, end));
    return { email, headers: toHeaders(email), rest: null, faults };
  } catch {
    // Too many bytes of headers, or a part with an error. Only the headers are read.
    const email = await parse(raw.subarray(0, findEndOfHeaders(raw)));
    return { email, headers: toHeaders(email), rest: raw, faults: [...faults, "too_complex"] };
  }
}

/** Reads the headers at the beginning of a mail or of a group of fields. Never rejects. */
export async function readHeaders(raw: Buffer): Promise<readonly MailHeader[]> {
  return toHeaders(await parse(raw.subarray(0, findEndOfHeaders(raw))));
}

function toHeaders({ headerLines }: Email): readonly MailHeader[] {
  return headerLines.map(({ key, line }) => ({
    key,
    value: line
      .slice(line.indexOf(":") + 1)
      .replace(/\s*[\r\n]+\s*/g, " ")
      .trim(),
  }));
}

const options: SimpleParserOptions = {
  ignoreEmbedded: true,
  maxHeadSize: mailLimits.maxHeaderBytes,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  keepCidLinks: true,
  checksumAlgo: false,
};
function parse(raw: Buffer): Promise<Email> {
  return simpleParser(raw, options);
}

/** Returns the end of the headers, at most 32 KiB, which are never too many lines. */
function findEndOfHeaders(raw: Buffer): number {
  const part = raw.subarray(0, mailLimits.maxHeaderBytes / 32);
  const ends = [part.indexOf("\n\n"), part.indexOf("\n\r\n")].filter((end) => end >= 0);
  return Math.min(part.length, ...ends);
}

/**
 * Returns the position before the first part above the limit. The parser would refuse the whole
 * mail.
 */
function findEndOfParts(raw: Buffer): number {
  const lines = findDashedLines(raw);
  if (lines.length <= mailLimits.maxParts) return raw.length;
  const isDelimiter = createDelimiterTest(raw);
  let parts = 0;
  for (const { start, end } of lines) {
    if (!isDelimiter(raw.toString("latin1", start + 2, end).trimEnd())) continue;
    parts += 1;
    if (parts > mailLimits.maxParts) return start;
  }
  return raw.length;
}

interface Line {
  readonly start: number;
  readonly end: number;
}
/** Finds the lines that begin with two dashes and may delimit parts. */
function findDashedLines(raw: Buffer): readonly Line[] {
  const lines: Line[] = [];
  for (let found = raw.indexOf("\n--"); found >= 0; found = raw.indexOf("\n--", found + 3)) {
    const lineFeed = raw.indexOf("\n", found + 1);
    lines.push({ start: found + 1, end: lineFeed < 0 ? raw.length : lineFeed });
  }
  return lines;
}

/**
 * Creates the test whether the text behind two dashes is a boundary of this mail. If a boundary is
 * written in an unusual way, every text counts.
 */
function createDelimiterTest(raw: Buffer): (text: string) => boolean {
  const boundaries = new Set<string>();
  let isUnusual = false;
  const pattern = /boundary(\*[\d*]*)?\s*=\s*(?:"([^"]{0,200})"|([^\s;]{0,200}))/gi;
  for (const [, extended, quoted, token] of raw.toString("latin1").matchAll(pattern)) {
    const value = quoted ?? token ?? "";
    if (extended !== undefined || /[\\("\r\n]/.test(value)) isUnusual = true;
    boundaries.add(value.trimEnd());
  }
  return (text) => isUnusual || boundaries.has(text);
}
