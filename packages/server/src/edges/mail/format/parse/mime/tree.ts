import { Splitter, type MimeNode, type SplitterChunk } from "@zone-eu/mailsplit";
import { decodeText } from "./charsets.ts";
import { decodeTransfer, isReadable } from "./transfer-encoding.ts";
import { mailLimits, type MailFault } from "../types.ts";

/** A part of a mail: other parts, or content. */
export interface MimePart {
  /** Media type in lower case, as the part declares it. "" if it declares none that can be read. */
  readonly type: string;
  /** Declared character set, or "". */
  readonly charset: string;
  readonly isFlowed: boolean;
  /** Whether flowed lines are joined without their space (RFC 3676). */
  readonly dropsSpaces: boolean;
  readonly disposition: string;
  readonly fileName: string | null;
  readonly contentId: string | null;
  readonly isRoot: boolean;
  /** Content without its transfer encoding. Of a multipart, the text outside its parts. */
  readonly content: Buffer;
  readonly parts: readonly MimePart[];
}

interface MimeTree {
  readonly root: MimePart;
  readonly headers: readonly MailHeader[];
}
/** What the MIME parser read. `rest` is the whole mail if only its headers could be read. */
export interface ReadMime extends MimeTree {
  readonly rest: Buffer | null;
  readonly faults: readonly MailFault[];
}
/** Header of a mail: name in lower case, value on one line, with its encoded words. */
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
  const faults = new Set<MailFault>(end < raw.length ? ["too_many_parts"] : []);
  const whole = raw.subarray(0, end);
  try {
    const separated = separateHeaders(whole);
    if (separated !== whole) faults.add("broken_structure");
    return { ...(await readTree(separated, faults)), rest: null, faults: [...faults] };
  } catch {
    // Too many bytes of headers, or a part with an error. Only the headers are read.
    const tree = await readTree(raw.subarray(0, findEndOfHeaders(raw)), faults);
    return { ...tree, rest: raw, faults: [...faults, "too_complex"] };
  }
}

/** Reads the headers at the beginning of a mail or of a group of fields. Never rejects. */
export async function readHeaders(raw: Buffer): Promise<readonly MailHeader[]> {
  return (await readTree(raw.subarray(0, findEndOfHeaders(raw)), new Set())).headers;
}

/**
 * Reads the MIME structure of a mail that a part contains. Resolves with null if it exceeds a
 * limit. Its defects are added to `faults`.
 */
export async function readContent(raw: Buffer, faults: Set<MailFault>): Promise<MimePart | null> {
  if (findEndOfParts(raw) < raw.length) return null;
  try {
    return (await readTree(raw, faults)).root;
  } catch {
    return null;
  }
}

interface OpenPart {
  readonly node: MimeNode;
  readonly chunks: Buffer[];
  readonly parts: OpenPart[];
}

async function readTree(raw: Buffer, faults: Set<MailFault>): Promise<MimeTree> {
  const splitter = new Splitter({ ignoreEmbedded: true, maxHeadSize: mailLimits.maxHeaderBytes });
  splitter.end(raw);
  const open = new Map<MimeNode, OpenPart>();
  let root: OpenPart | null = null;
  for await (const chunk of splitter as AsyncIterable<SplitterChunk>) {
    if (chunk.type !== "node") {
      // Delimiters of parts are data of the part beside them.
      if (chunk.type === "body" || chunk.node.multipart !== false)
        open.get(chunk.node)?.chunks.push(chunk.value);
      continue;
    }
    const part: OpenPart = { node: chunk, chunks: [], parts: [] };
    open.set(chunk, part);
    root ??= part;
    if (chunk.parentNode !== false) open.get(chunk.parentNode)?.parts.push(part);
  }
  if (root === null) throw new Error("The mail has no headers.");
  const part = closePart(root, faults);
  return { root: await repairParts(part, faults), headers: toHeaders(root.node, part) };
}

function closePart({ node, chunks, parts }: OpenPart, faults: Set<MailFault>): MimePart {
  const type = node.contentType === false ? "" : node.contentType;
  const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  const encoding = node.encoding === false || node.multipart !== false ? "" : node.encoding;
  const { content, isBroken } = decodeTransfer(body, encoding, isTextType(type));
  if (isBroken) faults.add("broken_encoding");
  return {
    type,
    charset: node.charset === false ? "" : node.charset,
    isFlowed: node.flowed,
    dropsSpaces: node.delSp,
    disposition: node.disposition === false ? "" : node.disposition,
    fileName: node.filename === false ? null : node.filename,
    contentId: (node.headers === false ? "" : node.headers.getFirst("content-id")) || null,
    isRoot: node.root,
    content,
    parts: parts.map((part) => closePart(part, faults)),
  };
}

/** A type without a slash, such as `text`, is text. */
const isTextType = (type: string): boolean => type.startsWith("text/") || !type.includes("/");

/**
 * Reads the parts of a multipart whose boundary is missing or another one than it declares
 * (MAIL-017): the first line of dashes above a header of a part counts as the boundary.
 */
async function repairParts(root: MimePart, faults: Set<MailFault>): Promise<MimePart> {
  if (!root.type.startsWith("multipart/") || root.parts.length > 0) return root;
  if (!isReadable(root.content)) return root;
  faults.add("broken_structure");
  const text = root.content.toString("latin1");
  const boundary = /^--([^\r\n]{1,200}?)[ \t]{0,20}\r?\n(?=content-[a-z-]{1,40}:)/im.exec(
    text,
  )?.[1];
  if (boundary === undefined || boundary.includes('"')) return root;
  const header = Buffer.from(`Content-Type: ${root.type}; boundary="${boundary}"\r\n\r\n`);
  return (await readTree(Buffer.concat([header, root.content]), faults)).root;
}

/**
 * Returns the headers. Bytes that are not ASCII are read as UTF-8 if they are valid, else with the
 * character set of the text (MAIL-014).
 */
function toHeaders({ headers }: MimeNode, part: MimePart): readonly MailHeader[] {
  const others = listCharsets(part);
  return (headers === false ? [] : headers.getList()).map(({ key, line }) => {
    const value = line
      .slice(line.indexOf(":") + 1)
      .replace(/\s*[\r\n]+\s*/g, " ")
      .trim();
    const isPlain = !/[\x80-\xff]/.test(value) && !value.includes("\u001b");
    return {
      key,
      value: isPlain
        ? value
        : decodeText(Buffer.from(value, "latin1"), { declared: "", others }).text,
    };
  });
}
/** Returns the character sets that the parts declare. */
export function listCharsets({ charset, parts }: MimePart): readonly string[] {
  return [...(charset === "" ? [] : [charset]), ...parts.flatMap(listCharsets)];
}

/**
 * Inserts the blank line that is missing below the headers (MAIL-017): the body begins at the first
 * line that is not a header, if no usual header follows it.
 */
function separateHeaders(raw: Buffer): Buffer {
  const text = raw.toString("latin1", 0, findEndOfHeaders(raw));
  let start = 0;
  while (start < text.length) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed + 1;
    if (lineFeed < 0 && text.length === maxSeparatedBytes) return raw;
    const line = text.slice(start, Math.min(end, start + 1_000));
    if (start > 0 && !/^(?:[ \t]|[!-9;-~]{1,200}[ \t]*:|\r?\n|>?From )/.test(line)) break;
    start = end;
  }
  const isInBody = start < text.length && !usualHeader.test(text.slice(start));
  return isInBody
    ? Buffer.concat([raw.subarray(0, start), Buffer.from("\r\n"), raw.subarray(start)])
    : raw;
}
const usualHeader =
  /^(?:content-type|content-transfer-encoding|mime-version|from|to|subject|date|message-id|received|x-[a-z-]{2,40}):/im;

const maxSeparatedBytes = mailLimits.maxHeaderBytes / 32;

/** Returns the end of the headers, at most 32 KiB, which are never too many lines. */
export function findEndOfHeaders(raw: Buffer): number {
  const part = raw.subarray(0, maxSeparatedBytes);
  const ends = [part.indexOf("\n\n"), part.indexOf("\n\r\n")].filter((end) => end >= 0);
  return Math.min(part.length, ...ends);
}

/** Returns the end of the parts below the limit. The parser would refuse the whole mail. */
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
