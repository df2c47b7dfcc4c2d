import { listWords } from "./tokenize.ts";
import { canBePart, listSpellings } from "./word-parts.ts";

/** A search condition: a word, or adjacent words, that a message must or must not contain. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** Whether the last word matches as a prefix. */
  readonly isPrefix: boolean;
  readonly isNegated: boolean;
}
const tokenNames = [
  "from",
  "channel",
  "operator",
  "rating",
  "has",
  "after",
  "before",
  "tag",
  "priority",
  "department",
  "bot",
  "state",
  "country",
  "language",
  "page",
  "visitor",
  "company",
] as const;
export type TokenName = (typeof tokenNames)[number];
export interface SearchToken {
  readonly name: TokenName;
  readonly value: string;
  readonly isNegated: boolean;
  /** The token as typed, for error messages. */
  readonly rawText: string;
}
export interface SearchQuery {
  readonly terms: readonly SearchTerm[];
  readonly tokens: readonly SearchToken[];
}

const queryPartPattern = /(-?)(?:([a-z]+):)?("[^"]*"?|\S+)/giu;

/**
 * Parses words, "phrases", -not and `token:value` (API-251). A bare word matches as a prefix, and a
 * quoted one exactly. Text without a space that contains several words (an email address, an order
 * number) is a phrase. Text such as `10:30` or `https://…` is not a token and counts as words.
 */
export function parseQuery(text: string): SearchQuery {
  const terms: SearchTerm[] = [];
  const tokens: SearchToken[] = [];
  for (const [written, minus = "", name = "", value = ""] of text.matchAll(queryPartPattern)) {
    const not = minus === "-";
    const unfinished = name === "" ? /^([a-z]+):$/i.exec(value)?.[1] : undefined;
    const token = tokenNames.find((tokenName) => tokenName === (unfinished ?? name).toLowerCase());
    if (token !== undefined)
      tokens.push({
        name: token,
        value: unfinished === undefined ? unquote(value) : "",
        isNegated: not,
        rawText: written,
      });
    else {
      const isQuoted = name === "" && value.startsWith('"');
      const words = listWords(name === "" ? value : `${name} ${value}`);
      if (words.length > 0)
        terms.push({ words, isPrefix: !isQuoted && isPrefixWord(words), isNegated: not });
    }
  }
  return { terms, tokens };
}

/** Returns whether the last word can be a prefix. A single letter would match too much. */
function isPrefixWord(words: readonly string[]): boolean {
  return (words.at(-1) ?? "").length > 1;
}
function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1).replace(/"$/, "") : value;
}

/**
 * Formats the terms and further conditions as a PostgreSQL tsquery. The index prefixes each word
 * with its scope, so every word here starts with the placeholder `~`. An index cannot find absent
 * words, so one condition must be positive.
 */
export function toTsQuery(terms: readonly SearchTerm[], conditions: readonly string[]): string {
  return [...terms.map(formatTerm), ...conditions].join(" & ");
}
function formatTerm({ words, isPrefix, isNegated }: SearchTerm): string {
  const last = words.length - 1;
  const text = words.map((word, n) => formatWord(word, isPrefix && n === last)).join(" <-> ");
  return isNegated ? `!(${text})` : words.length > 1 ? `(${text})` : text;
}

/** Formats a word. A prefix matches the beginnings of words and of their parts (API-485). */
export function formatWord(searched: string, isPrefix: boolean): string {
  if (!isPrefix) return `'~${searched}'`;
  const conditions = listSpellings(searched).flatMap((word) => [
    `'~${word}':*`,
    ...(canBePart(word) ? [`'~^${word}':*`] : []),
  ]);
  return conditions.length === 1 ? conditions.join() : `(${conditions.join(" | ")})`;
}

/** Replaces prefix words with stems: `orders` finds `order`, and `заказы` finds `заказ`. */
export function applyStems(
  terms: readonly SearchTerm[],
  stems: ReadonlyMap<string, string>,
): readonly SearchTerm[] {
  return terms.map((term) => {
    const [word = "", ...more] = term.words;
    const stem = term.isPrefix && more.length === 0 ? (stems.get(word) ?? word) : word;
    return stem.length >= minStemLength && word.startsWith(stem)
      ? { ...term, words: [stem, ...more] }
      : term;
  });
}
/** Returns the words whose stems {@link applyStems} needs. */
export function wordsToStem(terms: readonly SearchTerm[]): readonly string[] {
  return terms
    .flatMap(({ words, isPrefix }) => (isPrefix && words.length === 1 ? words : []))
    .filter((word) => word.length > minStemLength && /^[a-zа-я]+$/.test(word));
}
const minStemLength = 3;
