import { structureMarks } from "../html-text.ts";
import type { MailAddress } from "../types.ts";
import { normalizeLine } from "./introduction.ts";
import {
  closingPhrase,
  disclaimerWords,
  programSignature,
  programSignatureEnd,
} from "./phrases.ts";

/** Lines of a signature that has no delimiter. Longer text is not a signature. */
const maxSignatureLines = 20;
/** Lines after "Sent from my iPhone", for example an advertisement. */
const maxProgramLines = 4;

const contactDetails =
  /\+?\(?\d[\d ()/.-]{6,}\d|www\.|https?:|@|\b(?:GmbH|AG|Ltd|LLC|Inc|SARL|SAS|S\.A\.|S\.L\.|Sp\. z o\.o\.|ООО|ТОВ|A\.Ş\.|株式会社|有限公司|주식회사)(?!\p{L})/u;

/** The lines of one person, without and with the signature. */
export interface SignedLines {
  readonly lines: readonly string[];
  readonly signature: readonly string[];
}

/**
 * Separates the signature from the lines of one person (MAIL-012). A closing phrase such as "Kind
 * regards" remains in the text, also with the name below it if no contact details follow.
 */
export function splitSignature(
  lines: readonly string[],
  authors: readonly MailAddress[],
): SignedLines {
  const marked = splitMarkedSignature(lines);
  const found = findSignature(marked.lines, authors) ?? marked.lines.length;
  const start = includeDelimiter(marked.lines, found);
  return {
    lines: marked.lines.slice(0, start),
    signature: [
      ...marked.lines.slice(start).filter((line) => !delimiter.test(line)),
      ...marked.signature,
    ],
  };
}
/** Moves the start of a signature, or the end of the lines, to a delimiter directly above it. */
function includeDelimiter(lines: readonly string[], start: number): number {
  const above = lines.slice(0, start).findLastIndex((line) => normalizeLine(line) !== "");
  return delimiter.test(lines[above] ?? "") ? above : start;
}
const delimiter = /^--\s?$/;

/** Separates the signatures that the HTML marks. */
function splitMarkedSignature(lines: readonly string[]): SignedLines {
  const rest: string[] = [];
  const signature: string[] = [];
  let isInside = false;
  for (const line of lines) {
    if (line === structureMarks.signature) isInside = true;
    else if (line === structureMarks.signatureEnd) isInside = false;
    else if (!isInside) rest.push(line);
    else if (!delimiter.test(line)) signature.push(line);
  }
  return { lines: rest, signature };
}

function findSignature(lines: readonly string[], authors: readonly MailAddress[]): number | null {
  const filled = lines.flatMap((line, index) => (normalizeLine(line) === "" ? [] : [index]));
  const tail = filled.slice(-maxSignatureLines);
  const found = [
    findDelimiter(lines, tail, authors),
    findProgramSignature(lines, filled.slice(-maxProgramLines)),
    findAfterClosing(lines, tail),
    findRule(lines, tail),
    findTable(lines, filled),
    findDisclaimer(lines, filled),
  ].filter((index) => index !== null);
  return found.length === 0 ? null : Math.min(...found);
}

/**
 * The delimiter of RFC 3676 4.3. Mail servers remove the space behind it, but authors also write
 * two dashes between paragraphs. Without the space, only one such line counts, above contact
 * details or a name.
 */
function findDelimiter(
  lines: readonly string[],
  tail: readonly number[],
  authors: readonly MailAddress[],
): number | null {
  const exact = tail.find((index) => lines[index] === "-- ");
  if (exact !== undefined) return exact;
  const found = tail.filter((index) => delimiter.test(lines[index] ?? ""));
  const [start] = found;
  if (start === undefined || found.length > 1) return null;
  const below = lines.slice(start + 1);
  return hasContactDetails(lines, start) || below.some((line) => isNamed(line, authors))
    ? start
    : null;
}
/** Returns whether a short line contains a part of the name or address of a person. */
function isNamed(line: string, authors: readonly MailAddress[]): boolean {
  const words = line.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  if (line.length > 60 || words.length > 6) return false;
  return authors.some(({ name, address }) => {
    const parts = `${name} ${address.slice(0, address.lastIndexOf("@"))}`
      .toLowerCase()
      .match(/\p{L}{3,}/gu);
    return words.some((word) => parts?.includes(word) === true);
  });
}

function findProgramSignature(lines: readonly string[], tail: readonly number[]): number | null {
  const isProgramLine = (index: number): boolean => {
    const line = normalizeLine(lines[index] ?? "");
    return programSignature.test(line) || programSignatureEnd.test(line);
  };
  return tail.find(isProgramLine) ?? null;
}

function findAfterClosing(lines: readonly string[], tail: readonly number[]): number | null {
  const position = tail.findIndex((index) => closingPhrase.test(normalizeLine(lines[index] ?? "")));
  const next = tail[position + 1];
  if (position < 0 || next === undefined) return null;
  return hasContactDetails(lines, next) ? next : null;
}

/** A line of equal signs, which is usual above signatures in Japan. */
function findRule(lines: readonly string[], tail: readonly number[]): number | null {
  const found = tail.find((index) =>
    /^([-=━─＊*_~])\1{4,}$/u.test(normalizeLine(lines[index] ?? "")),
  );
  return found !== undefined && hasContactDetails(lines, found + 1) ? found : null;
}

/** A table at the end with contact details. */
function findTable(lines: readonly string[], filled: readonly number[]): number | null {
  const isTable = (index: number): boolean => lines[index] === structureMarks.table;
  const start = filled.find((index) => isTable(index) && isShort(lines, index));
  return start !== undefined && hasContactDetails(lines, start) ? start : null;
}

/** The last paragraph, if it is a disclaimer. */
function findDisclaimer(lines: readonly string[], filled: readonly number[]): number | null {
  const last = filled.at(-1);
  if (last === undefined) return null;
  let start = last;
  while (start > 0 && normalizeLine(lines[start - 1] ?? "") !== "") start -= 1;
  const paragraph = lines.slice(start, last + 1).join(" ");
  const isDisclaimer = start > (filled[0] ?? 0) && paragraph.length > 80;
  return isDisclaimer && disclaimerWords.test(paragraph) ? start : null;
}

function hasContactDetails(lines: readonly string[], start: number): boolean {
  return isShort(lines, start) && lines.slice(start).some((line) => contactDetails.test(line));
}
function isShort(lines: readonly string[], start: number): boolean {
  return lines.slice(start).filter((line) => line.trim() !== "").length <= maxSignatureLines;
}
