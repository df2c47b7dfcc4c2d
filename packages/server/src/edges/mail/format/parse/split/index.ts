import { structureMarkPattern } from "../html-text.ts";
import type { SplitEvidence } from "./evidence.ts";
import {
  countIntroductionLines,
  findEarlierMail,
  normalizeLine,
  readSourceLines,
  type EarlierMail,
} from "./introduction.ts";
import { forwardSubject, replySubject } from "./phrases.ts";
import { splitSignature } from "./signature.ts";

/** The parts of a mail's text (MAIL-010 to MAIL-013). */
export interface SplitText {
  readonly text: string;
  readonly quote: string;
  readonly signature: string;
  readonly forwarded: boolean;
}

/** Lines that are searched. What follows belongs to the last part. */
const maxSearchedLines = 5_000;

/**
 * Splits the text of a mail into what the sender wrote, the quoted earlier mail and the signature.
 * Only what is proved to be a quote or a signature is taken out, and never everything (MAIL-011).
 * The time is linear in the number of lines.
 */
export function splitText(source: string, evidence: SplitEvidence): SplitText {
  const isReply = evidence.isReply || replySubject.test(evidence.subject);
  const split = splitLines(source, { ...evidence, isReply });
  const isLeft = split.text !== "" || (isReply && evidence.hasFiles);
  return isLeft
    ? split
    : { text: toText(source.split("\n")), quote: "", signature: "", forwarded: false };
}

function splitLines(source: string, evidence: SplitEvidence): SplitText {
  const lines = source.split("\n").map(trimLine);
  const searched = lines.slice(0, maxSearchedLines);
  const rest = lines.slice(maxSearchedLines);
  const earlier = findFirstEarlierMail(searched, evidence);
  const { text, quote, signature } = splitHead(searched.slice(0, earlier?.start), evidence);
  if (earlier === null)
    return {
      text: toText([...text, ...rest]),
      quote: toText(quote),
      signature: toText(signature),
      forwarded: false,
    };
  const tail = [...searched.slice(earlier.start), ...rest];
  const forwarded = isForward(earlier, evidence.subject);
  return {
    text: toText(forwarded ? [...text, "", ...removeQuoteSigns(tail)] : text),
    quote: toText(forwarded ? quote : [...quote, ...tail]),
    signature: toText(signature),
    forwarded,
  };
}

/** Removes spaces at the end. Those of the delimiter of a signature have a meaning. */
function trimLine(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed === "--" && line !== trimmed ? "-- " : trimmed;
}

function isForward(earlier: EarlierMail, subject: string): boolean {
  return earlier.isForward || (earlier.isHeader && forwardSubject.test(subject));
}

/** Returns the first earlier mail without quote signs, which reaches to the end. */
function findFirstEarlierMail(
  lines: readonly string[],
  evidence: SplitEvidence,
): EarlierMail | null {
  const source = readSourceLines(lines);
  for (let index = 0; index < lines.length; index += 1) {
    const isInside = isQuoted(lines[index]);
    if (isInside && isQuoted(lines[index - 1])) continue;
    const earlier = findEarlierMail(source, index, evidence);
    // Apple Mail quotes forwarded mails. Other quotes belong to what the sender answers.
    if (isInside && earlier?.isForward !== true) continue;
    if (earlier !== null) return { ...earlier, start: skipSeparators(lines, earlier.start) };
    const count = isFollowedByQuote(lines, index)
      ? 0
      : countIntroductionLines(source.texts, index + 1, true);
    if (count > 0) return { start: index + 1 - count, isForward: false, isHeader: false };
  }
  return null;
}
/** Returns the start of the lines of signs above the earlier mail. */
function skipSeparators(lines: readonly string[], start: number): number {
  let first = start;
  for (let index = start - 1; index >= 0 && start - index < 4; index -= 1) {
    const line = (lines[index] ?? "").replace(structureMarkPattern, "").trim();
    if (/^[-_=]{5,}$/.test(line)) first = index;
    else if (line !== "") break;
  }
  return first;
}
function isFollowedByQuote(lines: readonly string[], index: number): boolean {
  return isQuoted(lines.slice(index + 1, index + 4).find((line) => line.trim() !== ""));
}

interface Run {
  readonly isQuote: boolean;
  readonly lines: readonly string[];
}
interface Head {
  readonly text: readonly string[];
  readonly quote: readonly string[];
  readonly signature: readonly string[];
}

/** Splits lines in which earlier mails have quote signs. */
function splitHead(lines: readonly string[], evidence: SplitEvidence): Head {
  const { runs, introductions } = findRuns(lines);
  const signature: string[] = [];
  const ownRuns = runs
    .map((run): Run => {
      if (run.isQuote) return run;
      const signed = splitSignature(run.lines, evidence.participants);
      signature.push(...signed.signature);
      return { isQuote: false, lines: signed.lines };
    })
    .filter((run) => run.lines.some(isFilled));
  const lastOwn = ownRuns.findLastIndex(({ isQuote }) => !isQuote);
  const isIntroduced = introductions.length > 0;
  // Without an earlier mail, people use quote signs and indented paragraphs for their own words.
  const isProved = evidence.isReply || isIntroduced;
  const keepsQuotes = hasInlineAnswers(ownRuns, isIntroduced);
  const isText = (run: Run, index: number): boolean =>
    !run.isQuote || !isProved || (keepsQuotes && index < lastOwn);
  return {
    text: joinRuns(ownRuns.filter(isText)),
    quote: [
      ...introductions,
      ...removeQuoteSigns(joinRuns(ownRuns.filter((run, index) => !isText(run, index)))),
    ],
    signature,
  };
}

/**
 * Returns whether the quotes between own lines belong to the text: several answers below their
 * quotes, or own lines around a quote that nothing introduces, such as the output of a program.
 */
function hasInlineAnswers(runs: readonly Run[], isIntroduced: boolean): boolean {
  const answers = runs.filter(
    ({ isQuote }, index) => !isQuote && runs[index - 1]?.isQuote === true,
  );
  const quotes = runs.filter(({ isQuote }) => isQuote);
  if (answers.length === 0) return false;
  return answers.length > 1 || quotes.length > 1 || (!isIntroduced && runs[0]?.isQuote === false);
}

/** Groups lines by whether they are quoted, and takes out the lines that introduce quotes. */
function findRuns(lines: readonly string[]): {
  readonly runs: readonly Run[];
  readonly introductions: readonly string[];
} {
  const runs: { isQuote: boolean; lines: string[] }[] = [];
  const introductions: string[] = [];
  for (const [index, line] of lines.entries()) {
    const last = runs.at(-1);
    const isQuote = isQuoted(line) || isBrokenQuote(lines, index);
    // A blank line belongs to the lines before it.
    if (last !== undefined && (last.isQuote === isQuote || !isFilled(line))) {
      last.lines.push(line);
      continue;
    }
    if (isQuote && last !== undefined) introductions.push(...takeIntroduction(last.lines));
    runs.push({ isQuote, lines: [line] });
  }
  return { runs, introductions };
}
/** Returns whether the line is the end of a long quoted line, which a program broke again. */
function isBrokenQuote(lines: readonly string[], index: number): boolean {
  const before = lines[index - 1] ?? "";
  const line = lines[index] ?? "";
  return (
    isQuoted(before) &&
    before.length > 60 &&
    line.length < 40 &&
    /^\p{Ll}/u.test(line) &&
    isQuoted(lines[index + 1])
  );
}
/** Removes the introduction of a quote from the end of the lines, and returns it. */
function takeIntroduction(lines: string[]): readonly string[] {
  const end = lines.findLastIndex(isFilled) + 1;
  const last = lines.slice(Math.max(0, end - 4), end).map(normalizeLine);
  const count = countIntroductionLines(last, last.length);
  return lines.splice(end - count, count);
}

const isFilled = (line: string): boolean => line.replace(structureMarkPattern, "").trim() !== "";
const isQuoted = (line: string | undefined): boolean => /^\s?>/.test(line ?? "");

function joinRuns(runs: readonly Run[]): readonly string[] {
  return runs.flatMap(({ lines }) => [...lines, ""]);
}
function removeQuoteSigns(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/^\s?> ?/, ""));
}
/** Joins lines. At most one blank line separates paragraphs. */
function toText(lines: readonly string[]): string {
  return lines
    .filter((line) => line === "" || line.replace(structureMarkPattern, "") !== "")
    .map((line) => line.replace(structureMarkPattern, "").trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
