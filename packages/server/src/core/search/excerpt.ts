import type { Term } from "./query.ts";
import { wordsOf, type Word } from "./words.ts";

/** A part of an excerpt; `hit`: it matches the search. Plain text, never markup. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}
/** Maximum length of an excerpt, and of its part before the first match, in UTF-16 units. */
const longest = 240;
const before = 60;

/**
 * Returns the parts of a text around the first match, or its beginning without a match. An ellipsis
 * marks omitted text.
 */
export function excerptOf(text: string, terms: readonly Term[]): readonly Piece[] {
  const marks = marksOf(text, terms);
  const first = marks[0]?.at ?? 0;
  const from = text.length <= longest || first <= before ? 0 : startAt(text, Math.min(first - before, text.length - longest));
  const to = endAt(text, Math.min(text.length, from + longest));
  const pieces: Piece[] = [];
  const put = (piece: string, hit: boolean): void => {
    if (piece !== "") pieces.push({ text: piece.replaceAll(/\s+/gu, " "), hit });
  };
  let place = from;
  if (from > 0) put("…", false);
  for (const { at, length } of marks) {
    if (at < place || at + length > to) continue;
    put(text.slice(place, at), false);
    put(text.slice(at, at + length), true);
    place = at + length;
  }
  put(text.slice(place, to) + (to < text.length ? "…" : ""), false);
  return pieces;
}

/** Returns the matches in order of position, without overlaps. */
function marksOf(text: string, terms: readonly Term[]): readonly { readonly at: number; readonly length: number }[] {
  const words = wordsOf(text);
  const found: { at: number; length: number }[] = [];
  for (let n = 0; n < words.length; n++) {
    let longestRun = 0;
    for (const term of terms) if (!term.not && standsAt(words, n, term)) longestRun = Math.max(longestRun, term.words.length);
    const first = words[n];
    const last = words[n + longestRun - 1];
    if (longestRun === 0 || !first || !last) continue;
    found.push({ at: first.at, length: last.at + last.length - first.at });
    n += longestRun - 1;
  }
  return found;
}
function standsAt(words: readonly Word[], from: number, { words: wanted, open }: Term): boolean {
  return wanted.every((word, n) => {
    const there = words[from + n]?.word;
    if (there === undefined) return false;
    return open && n === wanted.length - 1 ? there.startsWith(word) : there === word;
  });
}

/** Moves the start to a word boundary nearby, never into a surrogate pair. */
function startAt(text: string, at: number): number {
  const space = text.slice(at, at + before / 2).search(/\s/u);
  if (space >= 0) return at + space + 1;
  return isLow(text, at) ? at + 1 : at;
}
function endAt(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(" ", at);
  if (space > at - before / 2) return space;
  return isLow(text, at) ? at - 1 : at;
}
function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
