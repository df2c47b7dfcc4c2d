import type { SearchTerm } from "./query.ts";
import { tokenize, type TextWord } from "./tokenize.ts";
import { createWordTest } from "./word-parts.ts";

/** A part of an excerpt, in plain text. `hit`: it matches the search. */
export interface ExcerptPart {
  readonly text: string;
  readonly hit: boolean;
}
/**
 * Maximum length of an excerpt, and maximum length of its part before the first match, in UTF-16
 * units.
 */
const maxExcerptLength = 240;
const maxLengthBeforeMatch = 60;

/**
 * Returns the parts of a text around the first match, or the beginning of the text if nothing
 * matches. An ellipsis marks omitted text.
 */
export function createExcerpt(text: string, terms: readonly SearchTerm[]): readonly ExcerptPart[] {
  const matches = findMatches(text, terms);
  const first = matches[0]?.at ?? 0;
  const from =
    text.length <= maxExcerptLength || first <= maxLengthBeforeMatch
      ? 0
      : adjustStart(text, Math.min(first - maxLengthBeforeMatch, text.length - maxExcerptLength));
  const to = adjustEnd(text, Math.min(text.length, from + maxExcerptLength));
  const parts: ExcerptPart[] = [];
  const put = (piece: string, hit: boolean): void => {
    if (piece !== "") parts.push({ text: piece.replaceAll(/\s+/gu, " "), hit });
  };
  let position = from;
  if (from > 0) put("…", false);
  for (const { at, length } of matches) {
    if (at < position || at + length > to) continue;
    put(text.slice(position, at), false);
    put(text.slice(at, at + length), true);
    position = at + length;
  }
  put(text.slice(position, to) + (to < text.length ? "…" : ""), false);
  return parts;
}

/** Returns the matches in order of position, without overlaps. */
function findMatches(
  text: string,
  terms: readonly SearchTerm[],
): readonly { readonly at: number; readonly length: number }[] {
  const words = tokenize(text);
  const searched = terms
    .filter(({ isNegated }) => !isNegated)
    .map((term) =>
      term.words.map((word, n) =>
        createWordTest(word, term.isPrefix && n === term.words.length - 1),
      ),
    );
  const matches: { at: number; length: number }[] = [];
  for (let n = 0; n < words.length; n++) {
    let longestRun = 0;
    for (const tests of searched)
      if (matchesAt(words, n, tests)) longestRun = Math.max(longestRun, tests.length);
    const first = words[n];
    const last = words[n + longestRun - 1];
    if (longestRun === 0 || !first || !last) continue;
    matches.push({ at: first.at, length: last.at + last.length - first.at });
    n += longestRun - 1;
  }
  return matches;
}
function matchesAt(
  words: readonly TextWord[],
  from: number,
  tests: readonly ((word: string) => boolean)[],
): boolean {
  return tests.every((test, n) => {
    const textWord = words[from + n];
    return textWord !== undefined && test(textWord.word);
  });
}

/** Moves the start to a nearby word boundary, and never into a surrogate pair. */
function adjustStart(text: string, at: number): number {
  const space = text.slice(at, at + maxLengthBeforeMatch / 2).search(/\s/u);
  if (space >= 0) return at + space + 1;
  return isLowSurrogate(text, at) ? at + 1 : at;
}
function adjustEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(" ", at);
  if (space > at - maxLengthBeforeMatch / 2) return space;
  return isLowSurrogate(text, at) ? at - 1 : at;
}
function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
