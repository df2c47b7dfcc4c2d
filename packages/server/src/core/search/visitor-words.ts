import type { CustomData, Visitor } from "../entity.ts";
import type { VisitorSearch } from "../record/search.ts";
import type { Term } from "./query.ts";
import { indexQuery, parseQuery } from "./query.ts";
import { wordsOf } from "./words.ts";

/**
 * Version of these rules. If it is increased, the index is built again from the start of the
 * journal.
 */
export const visitorWordRules = 1;

/** Maximum number of words per visitor, or per custom data of a chat. */
const maxWords = 500;
/** Shorter numbers are prefixes of too many phone numbers. */
const minPhoneDigits = 5;
/** From this length on, the end of a number identifies one phone. */
const minExactPhoneDigits = 7;
/** A country code has one to three digits. */
const maxCountryDigits = 3;
const maxExactLength = 120;

/** Searchable data of a chat beside the visitor's profile. */
export interface ChatValues {
  readonly customData: readonly Pick<CustomData, "title" | "content">[];
  readonly attributes: readonly string[];
}
type Profile = Pick<Visitor, "name" | "phone" | "email" | "customer">;

/**
 * Returns the lexemes of a visitor as the text of a tsvector, for the table search_visitor. `~` is
 * a placeholder for the scope of the row. With `chat` they include its custom data. Prefixes: `=` a
 * whole value, `#` a phone number, `%` a reversed phone number.
 */
export function visitorWords({ name, phone, email, customer }: Profile, chat?: ChatValues): string {
  const texts = [name?.value, email?.value, phone?.value, customer, ...chatTexts(chat)];
  const exact = [
    exactOf(email?.value ?? ""),
    exactOf(customer ?? ""),
    ...(chat?.customData ?? []).flatMap(({ content }) => numbersOf(content)),
  ];
  const words = placed(texts.filter((text) => typeof text === "string"));
  const marks = [...exact.filter((one) => one !== "").map((one) => `=${one}`), ...phoneLexemes(phone?.value ?? "")];
  return [...words, ...[...new Set(marks)].map((mark) => `'~${mark}'`)].join(" ");
}

function chatTexts(chat: ChatValues | undefined): readonly string[] {
  if (chat === undefined) return [];
  return [...chat.customData.map(({ title, content }) => `${title ?? ""} ${content}`), ...chat.attributes];
}
/** Returns the words of all texts with positions. A gap keeps a phrase from spanning two texts. */
function placed(texts: readonly string[]): readonly string[] {
  const placed: string[] = [];
  let place = 0;
  for (const text of texts) {
    for (const { word } of wordsOf(text)) if (placed.length < maxWords) placed.push(`'~${word}':${++place}`);
    place++;
  }
  return placed;
}

/**
 * Normalizes a value for whole comparison. Quotes and backslashes, which end a lexeme, are removed.
 */
function exactOf(text: string): string {
  const value = text
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@._+/-]/gu, "");
  return value.length > maxExactLength ? "" : value.toWellFormed();
}
/** Returns the parts of custom data that look like order or contract numbers. */
function numbersOf(content: string): readonly string[] {
  return content
    .split(/[\s,;:#()]+/u)
    .filter((part) => /\d/.test(part) && part.length > 2)
    .map(exactOf)
    .slice(0, 50);
}

/**
 * Returns the digits of a phone number without dialling prefixes: +49 30 901820, 004930901820 and
 * +49 (0)30 901820 give the same.
 */
function phoneDigits(text: string): string {
  const digits = text.replace(/\(0\)/g, "").replaceAll(/\D/g, "");
  return (digits.startsWith("00") ? digits.slice(2) : digits).replace(/^0+/, "");
}
const reversed = (digits: string): string => Array.from(digits).toReversed().join("");
/** Returns the possible national numbers, without a country code of one to three digits. */
function nationalOf(digits: string): readonly string[] {
  return Array.from({ length: maxCountryDigits }, (_, n) => digits.slice(n + 1)).filter((one) => one.length >= minPhoneDigits);
}
function phoneLexemes(text: string): readonly string[] {
  const digits = phoneDigits(text);
  if (digits.length < minPhoneDigits || digits.length > 20) return [];
  const domestic = domesticOf(digits);
  return [
    ...[digits, ...nationalOf(digits)].map((one) => `#${one}`),
    `%${reversed(digits)}`,
    ...domestic.map((one) => `%${reversed(one)}`),
  ];
}
/** In Russia and Kazakhstan 8 replaces +7 within the country. */
function domesticOf(digits: string): readonly string[] {
  return digits.length === 11 && digits.startsWith("8") ? [digits.slice(1)] : [];
}

const phoneRun = /\+?\d[\d\s()./-]{3,}\d/;

/** Parses the words of a query, without its tokens, as a search for visitors. */
export function visitorSearch(text: string, asked: readonly Term[]): VisitorSearch {
  const written = text.trim();
  const terms = withOpenEnd(written, asked);
  const number = /^#?([1-9][0-9]{0,14})$/.exec(written)?.[1];
  const wanted = terms.some(({ not }) => !not);
  const run = phoneRun.exec(written);
  const phone = run === null ? [] : phoneParts(run[0]);
  const rest = run === null ? [] : parseQuery(written.replace(run[0], " ")).terms;
  const alternatives = [...(wanted ? [indexQuery(terms, [])] : []), ...(phone.length === 0 ? [] : [indexQuery(rest, [anyOf(phone)])])];
  return {
    words: alternatives.length === 0 ? null : anyOf(alternatives),
    exact: exactAsk(written, run?.[0] === written ? phone : []),
    number: number === undefined ? null : Number(number),
  };
}

/** A last single letter after another word counts as a prefix, because the user is still typing. */
function withOpenEnd(written: string, terms: readonly Term[]): readonly Term[] {
  const last = terms.at(-1);
  if (last === undefined || terms.length < 2 || last.not || written.endsWith('"')) return terms;
  return [...terms.slice(0, -1), { ...last, open: true }];
}

function exactAsk(written: string, phone: readonly string[]): string | null {
  const value = exactOf(written.replace(/^#/, ""));
  const isOne = !/\s/u.test(written) && value.length > 2 && /[\d@]/.test(value);
  const parts = [
    ...(isOne ? [`'~=${value}'`] : []),
    ...(phoneDigits(written).length >= minExactPhoneDigits ? phone.filter((part) => part.startsWith("'~%")) : []),
  ];
  return parts.length === 0 ? null : anyOf(parts);
}

/** Matches a phone number by its start, and by its end in whatever form it was stored. */
function phoneParts(written: string): readonly string[] {
  const digits = phoneDigits(written);
  if (digits.length < minPhoneDigits) return [];
  const whole = [digits, ...domesticOf(digits)];
  return [
    `'~#${digits}':*`,
    ...whole.map((one) => `'~%${reversed(one)}':*`),
    // Stored without the country code that is typed here.
    ...nationalOf(digits).map((one) => `'~%${reversed(one)}'`),
  ];
}
const anyOf = (parts: readonly string[]): string =>
  parts.length === 1 ? parts.join("") : `(${parts.map((part) => `(${part})`).join(" | ")})`;
