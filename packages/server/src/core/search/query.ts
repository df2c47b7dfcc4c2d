import { wordsOf } from "./words.ts";

/** One thing that must, or must not, stand in a message: a word, or words side by side. */
export interface Term {
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly open: boolean;
  readonly not: boolean;
}
export const tokenNames = [
  "from",
  "channel",
  "operator",
  "rating",
  "has",
  "after",
  "before",
  "tag",
  "department",
  "state",
  "visitor",
] as const;
export type TokenName = (typeof tokenNames)[number];
export interface Token {
  readonly name: TokenName;
  readonly value: string;
  readonly not: boolean;
  /** As it was written, for errors. */
  readonly written: string;
}
export interface SearchQuery {
  readonly terms: readonly Term[];
  readonly tokens: readonly Token[];
}

const part = /(-?)(?:([a-z]+):)?("[^"]*"?|\S+)/giu;

/**
 * Words, "phrases", -not and `token:value` (API-070). A bare word is found by its beginning, one in quotes exactly; what is written without
 * a space (an e-mail, an order number) is a phrase. Something like `10:30` or `https://…` is no token and counts as words. Pure.
 */
export function parseQuery(text: string): SearchQuery {
  const terms: Term[] = [];
  const tokens: Token[] = [];
  for (const [written, minus = "", name = "", value = ""] of text.matchAll(part)) {
    const not = minus === "-";
    const unfinished = name === "" ? /^([a-z]+):$/i.exec(value)?.[1] : undefined;
    const token = tokenNames.find((one) => one === (unfinished ?? name).toLowerCase());
    if (token !== undefined) tokens.push({ name: token, value: unfinished === undefined ? unquoted(value) : "", not, written });
    else {
      const isQuoted = name === "" && value.startsWith('"');
      const words = wordsOf(name === "" ? value : `${name} ${value}`).map(({ word }) => word);
      if (words.length > 0) terms.push({ words, open: !isQuoted && isOpen(words), not });
    }
  }
  return { terms, tokens };
}

/** One letter begins too much to be a beginning. */
function isOpen(words: readonly string[]): boolean {
  return (words.at(-1) ?? "").length > 1;
}
function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1).replace(/"$/, "") : value;
}

/**
 * The terms, and `marks` beside them, as PostgreSQL reads them. The index holds each word behind its scope (which account, which part of its
 * journal), so every word here has a `~` for it; no word holds one. An index finds what is there, never what is not: when nothing is asked
 * for, every message is (`@c` begins the mark that each has).
 */
export function indexQuery(terms: readonly Term[], marks: readonly string[]): string {
  const parts = [...terms.map(termText), ...marks];
  return (parts.every((part) => part.startsWith("!")) ? ["'~@c':*", ...parts] : parts).join(" & ");
}
function termText({ words, open, not }: Term): string {
  const last = words.length - 1;
  const text = words.map((word, n) => `'~${word}'${open && n === last ? ":*" : ""}`).join(" <-> ");
  return not ? `!(${text})` : words.length > 1 ? `(${text})` : text;
}

/** Words that go on are looked for by their stem, so that `orders` finds `order`, and `заказы` `заказ`: the beginning of a word in all its forms. */
export function withStems(terms: readonly Term[], stems: ReadonlyMap<string, string>): readonly Term[] {
  return terms.map((term) => {
    const [word = "", ...more] = term.words;
    const stem = term.open && more.length === 0 ? (stems.get(word) ?? word) : word;
    return stem.length >= shortestStem && word.startsWith(stem) ? { ...term, words: [stem, ...more] } : term;
  });
}
/** The words whose stems {@link withStems} wants. */
export function stemmable(terms: readonly Term[]): readonly string[] {
  return terms
    .flatMap(({ words, open }) => (open && words.length === 1 ? words : []))
    .filter((word) => word.length > shortestStem && /^[a-zа-я]+$/.test(word));
}
const shortestStem = 3;
