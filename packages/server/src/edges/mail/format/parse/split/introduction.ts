import { structureMarkPattern, structureMarks } from "../html-text.ts";
import type { SplitEvidence } from "./evidence.ts";
import {
  findHeaderField,
  forwardSubject,
  forwardWords,
  writtenBy,
  type HeaderField,
} from "./phrases.ts";

const directionMarks = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const quoteSigns = /^(?:\s?>)+\s?/;

/** Returns the text of a line without quote signs, direction marks and foreign digits. */
export function normalizeLine(line: string): string {
  return line
    .replace(quoteSigns, "")
    .replace(directionMarks, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll("\u00a0", " ")
    .trim();
}

const date =
  /(?:19|20)\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2}(?!\d)|\d{1,2}\. ?\p{L}{3,12}\.? \d{2}(?!\d)/u;
const address = /[^\s<>@]@[^\s<>@]+\.[^\s<>@]/;
/** Longest line that introduces a quote. Several lines are joined before they are compared. */
const maxIntroductionLength = 400;
const maxIntroductionLines = 4;

/**
 * Returns how many normalized lines before `end` introduce a quote, such as "On 3 March 2026, Anna
 * wrote:", or 0. The lines form one paragraph. `isCertain` requires a verb besides date and
 * address, because no quoted line follows.
 */
export function countIntroductionLines(
  lines: readonly string[],
  end: number,
  isCertain = false,
): number {
  let joined = "";
  let fallback = 0;
  for (let count = 1; count <= Math.min(maxIntroductionLines, end); count += 1) {
    const line = lines[end - count] ?? "";
    if (line === "" || line.length > maxIntroductionLength) break;
    joined = joined === "" ? line : `${line} ${joined}`;
    if (!isComplete(joined)) {
      if (count === 1 && !/[:：>)]$/.test(joined) && !endsWithWrote(joined)) return 0;
      continue;
    }
    if (date.test(joined) && (!isCertain || (writtenBy.test(joined) && address.test(joined))))
      return count;
    if (!isCertain && fallback === 0 && (address.test(joined) || endsWithWrote(joined)))
      fallback = count;
  }
  return fallback;
}
/** Returns whether the text ends as an introduction does, and no bracket is open. */
function isComplete(text: string): boolean {
  const opened = text.split("<").length - 1;
  const closed = text.split(">").length - 1;
  return opened >= closed && text.length <= maxIntroductionLength && endsAsIntroduction(text);
}
function endsAsIntroduction(text: string): boolean {
  return /[:：]$/.test(text) || endsWithWrote(text);
}
function endsWithWrote(text: string): boolean {
  return writtenBy.test(text.slice(-20)) && /\p{L}$/u.test(text);
}

/** Beginning of an earlier mail without quote signs. */
export interface EarlierMail {
  readonly start: number;
  /** Whether the words say that the mail was forwarded. Otherwise, the subject decides. */
  readonly isForward: boolean;
  /** Whether the lines have the form that replies and forwards share. */
  readonly isHeader: boolean;
}

/** Normalized lines, and the header field with which each one begins. */
export interface SourceLines {
  readonly texts: readonly string[];
  readonly fields: readonly (HeaderField | null)[];
}
export function readSourceLines(lines: readonly string[]): SourceLines {
  const texts = lines.map(normalizeLine);
  return { texts, fields: texts.map(findHeaderField) };
}

/**
 * Returns the earlier mail that begins at this line: a separator such as "-----Original
 * Message-----" or a header such as "From: … Sent: … Subject: …". Otherwise null.
 */
export function findEarlierMail(
  source: SourceLines,
  index: number,
  evidence: SplitEvidence,
): EarlierMail | null {
  const line = source.texts[index] ?? "";
  if (line === "") return null;
  const separator = /^[-—–_]{2,}\s*(\p{L}.{1,60}?)\s*[-—–_]{2,}:?$/u.exec(line)?.[1];
  if (separator !== undefined && readFields(source, index + 1).size > 1)
    return { start: index, isForward: forwardWords.test(separator), isHeader: true };
  if (/[:：]$/.test(line) && line.length < 80 && forwardWords.test(line))
    return readFields(source, index + 1).size > 1
      ? { start: index, isForward: true, isHeader: false }
      : null;
  if (line === structureMarks.reply && countLabels(source, index + 1) > 2)
    return { start: index, isForward: false, isHeader: true };
  if (source.fields[index] != null && isHeader(source, index) && isProved(source, index, evidence))
    return { start: index, isForward: false, isHeader: true };
  return null;
}

/** Returns whether at least three fields follow, among them the sender and the subject. */
function isHeader(source: SourceLines, index: number): boolean {
  const fields = readFields(source, index);
  return fields.has("from") && fields.has("subject") && fields.size > 2;
}

/**
 * Returns whether the header is one of a mail: it contains an address, and the mail answers or
 * forwards one or the address is known; or it has the names and subject of this conversation.
 */
function isProved({ texts }: SourceLines, index: number, evidence: SplitEvidence): boolean {
  const header = texts
    .slice(index, index + maxHeaderLines)
    .join("\n")
    .toLowerCase();
  const isKnown = evidence.participants.some(({ address }) =>
    header.includes(address.toLowerCase()),
  );
  const refersToMail = evidence.isReply || forwardSubject.test(evidence.subject);
  if (isKnown) return true;
  if (!refersToMail) return false;
  const isNamed = evidence.participants.some(
    ({ name }) => name.length > 2 && header.includes(name.toLowerCase()),
  );
  const subject = evidence.subject.toLowerCase().replace(/^(?:\s*\p{L}{1,12}\s*[:：])+\s*/u, "");
  return isNamed || address.test(header) || (subject.length > 2 && header.includes(subject));
}
const maxHeaderLines = 14;

/** Returns the header fields of the following lines. Long values continue on further lines. */
function readFields({ texts, fields }: SourceLines, start: number): ReadonlySet<HeaderField> {
  const found = new Set<HeaderField>();
  let others = 0;
  for (let index = start; index < Math.min(start + maxHeaderLines, texts.length); index += 1) {
    const field = fields[index] ?? null;
    if (field !== null) found.add(field);
    else if (isFilled(texts[index] ?? "")) others += 1;
    else if (found.size > 2) break;
    if (others > 3) break;
  }
  return found;
}
/** Returns how many of the following lines begin with a label, in any language. */
function countLabels({ texts }: SourceLines, start: number): number {
  return texts
    .slice(start, start + 10)
    .filter(isFilled)
    .slice(0, 6)
    .filter((text) => /^\*?\p{L}[^:：]{0,30}[:：]/u.test(text)).length;
}
const isFilled = (text: string): boolean => text.replace(structureMarkPattern, "") !== "";
