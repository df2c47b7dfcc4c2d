import type { CustomData, Visitor } from "../entity.ts";
import type { Term } from "./query.ts";
import { toTsQuery, parseQuery } from "./query.ts";
import { tokenize } from "./tokenize.ts";

/**
 * Version of these rules. If it is increased, the index is built again from the start of the
 * journal.
 */
export const visitorLexemeVersion = 1;

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
/**
 * Conditions of a search for visitors, as lexemes of their index;
 * null: none.
 */
export interface VisitorSearch {
  readonly words: string | null;
  /** A complete email address, phone number, customer id or number in custom data. */
  readonly exact: string | null;
  /** A visitor number or a chat number. */
  readonly number: number | null;
}
type Profile = Pick<Visitor, "name" | "phone" | "email" | "customer">;

/**
 * Returns the lexemes of a visitor as the text of a tsvector, for the table search_visitor. `~` is
 * a placeholder for the scope of the row. With `chat` they include its custom data. Prefixes: `=` a
 * whole value, `#` a phone number, `%` a reversed phone number.
 */
export function toVisitorLexemes(
  { name, phone, email, customer }: Profile,
  chat?: ChatValues,
): string {
  const texts = [name?.value, email?.value, phone?.value, customer, ...getChatTexts(chat)];
  const exact = [
    normalizeExact(email?.value ?? ""),
    normalizeExact(customer ?? ""),
    ...(chat?.customData ?? []).flatMap(({ content }) => extractNumbers(content)),
  ];
  const words = placed(texts.filter((text) => typeof text === "string"));
  const marks = [
    ...exact.filter((value) => value !== "").map((value) => `=${value}`),
    ...toPhoneLexemes(phone?.value ?? ""),
  ];
  return [...words, ...[...new Set(marks)].map((mark) => `'~${mark}'`)].join(" ");
}

function getChatTexts(chat: ChatValues | undefined): readonly string[] {
  if (chat === undefined) return [];
  return [
    ...chat.customData.map(({ title, content }) => `${title ?? ""} ${content}`),
    ...chat.attributes,
  ];
}
/** Returns the words of all texts with positions. A gap keeps a phrase from spanning two texts. */
function placed(texts: readonly string[]): readonly string[] {
  const placed: string[] = [];
  let position = 0;
  for (const text of texts) {
    for (const { word } of tokenize(text))
      if (placed.length < maxWords) placed.push(`'~${word}':${++position}`);
    position++;
  }
  return placed;
}

/**
 * Normalizes a value for whole comparison. Quotes and backslashes, which end a lexeme, are removed.
 */
function normalizeExact(text: string): string {
  const value = text
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@._+/-]/gu, "");
  return value.length > maxExactLength ? "" : value.toWellFormed();
}
/** Returns the parts of custom data that look like order or contract numbers. */
function extractNumbers(content: string): readonly string[] {
  return content
    .split(/[\s,;:#()]+/u)
    .filter((part) => /\d/.test(part) && part.length > 2)
    .map(normalizeExact)
    .slice(0, 50);
}

/**
 * Returns the digits of a phone number without dialling prefixes: +49 30 901820, 004930901820 and
 * +49 (0)30 901820 give the same.
 */
function normalizePhoneDigits(text: string): string {
  const digits = text.replace(/\(0\)/g, "").replaceAll(/\D/g, "");
  return (digits.startsWith("00") ? digits.slice(2) : digits).replace(/^0+/, "");
}
const reverseDigits = (digits: string): string => Array.from(digits).toReversed().join("");
/** Returns the possible national numbers, without a country code of one to three digits. */
function nationalNumbers(digits: string): readonly string[] {
  return Array.from({ length: maxCountryDigits }, (_, n) => digits.slice(n + 1)).filter(
    (number) => number.length >= minPhoneDigits,
  );
}
function toPhoneLexemes(text: string): readonly string[] {
  const digits = normalizePhoneDigits(text);
  if (digits.length < minPhoneDigits || digits.length > 20) return [];
  const domestic = domesticNumbers(digits);
  return [
    ...[digits, ...nationalNumbers(digits)].map((number) => `#${number}`),
    `%${reverseDigits(digits)}`,
    ...domestic.map((number) => `%${reverseDigits(number)}`),
  ];
}
/** In Russia and Kazakhstan 8 replaces +7 within the country. */
function domesticNumbers(digits: string): readonly string[] {
  return digits.length === 11 && digits.startsWith("8") ? [digits.slice(1)] : [];
}

const phonePattern = /\+?\d[\d\s()./-]{3,}\d/;

/** Parses the words of a query, without its tokens, as a search for visitors. */
export function parseVisitorSearch(text: string, queryTerms: readonly Term[]): VisitorSearch {
  const typedText = text.trim();
  const terms = withPrefixEnd(typedText, queryTerms);
  const number = /^#?([1-9][0-9]{0,14})$/.exec(typedText)?.[1];
  const hasPositiveTerm = terms.some(({ isNegated: not }) => !not);
  const phoneMatch = phonePattern.exec(typedText);
  const phone = phoneMatch === null ? [] : phoneConditions(phoneMatch[0]);
  const rest = phoneMatch === null ? [] : parseQuery(typedText.replace(phoneMatch[0], " ")).terms;
  const alternatives = [
    ...(hasPositiveTerm ? [toTsQuery(terms, [])] : []),
    ...(phone.length === 0 ? [] : [toTsQuery(rest, [joinAlternatives(phone)])]),
  ];
  return {
    words: alternatives.length === 0 ? null : joinAlternatives(alternatives),
    exact: exactCondition(typedText, phoneMatch?.[0] === typedText ? phone : []),
    number: number === undefined ? null : Number(number),
  };
}

/** A last single letter after another word counts as a prefix, because the user is still typing. */
function withPrefixEnd(typedText: string, terms: readonly Term[]): readonly Term[] {
  const last = terms.at(-1);
  if (last === undefined || terms.length < 2 || last.isNegated || typedText.endsWith('"'))
    return terms;
  return [...terms.slice(0, -1), { ...last, isPrefix: true }];
}

function exactCondition(typedText: string, phone: readonly string[]): string | null {
  const value = normalizeExact(typedText.replace(/^#/, ""));
  const isSingleValue = !/\s/u.test(typedText) && value.length > 2 && /[\d@]/.test(value);
  const parts = [
    ...(isSingleValue ? [`'~=${value}'`] : []),
    ...(normalizePhoneDigits(typedText).length >= minExactPhoneDigits
      ? phone.filter((part) => part.startsWith("'~%"))
      : []),
  ];
  return parts.length === 0 ? null : joinAlternatives(parts);
}

/** Matches a phone number by its start, and by its end in whatever form it was stored. */
function phoneConditions(typedText: string): readonly string[] {
  const digits = normalizePhoneDigits(typedText);
  if (digits.length < minPhoneDigits) return [];
  const whole = [digits, ...domesticNumbers(digits)];
  return [
    `'~#${digits}':*`,
    ...whole.map((number) => `'~%${reverseDigits(number)}':*`),
    // Stored without the country code that is typed here.
    ...nationalNumbers(digits).map((number) => `'~%${reverseDigits(number)}'`),
  ];
}
const joinAlternatives = (parts: readonly string[]): string =>
  parts.length === 1 ? parts.join("") : `(${parts.map((part) => `(${part})`).join(" | ")})`;
