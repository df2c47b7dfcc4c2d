import type { CustomData, Visitor } from "../entity.ts";
import type { SearchTerm } from "./query.ts";
import { toTsQuery, parseQuery } from "./query.ts";
import { listWords } from "./tokenize.ts";
import {
  minPhoneDigits,
  minExactPhoneDigits,
  normalizePhoneDigits,
  reverseDigits,
  phonePattern,
  domesticNumbers,
  nationalNumbers,
  toPhoneLexemes,
} from "./phone-lexemes.ts";
import { listPhoneNotations } from "../phone-notations.ts";
import { contacts, searchedContacts, type ContactOwner } from "../contacts.ts";
import { listContactValues, type ContactKind, type ContactValue } from "./contact-keys.ts";

/** Version of the lexemes. After an increase, the whole index is built again. */
export const visitorLexemeVersion = 2;

/** Maximum number of words per visitor, or per custom data of a chat. */
const maxWords = 500;
const maxExactLength = 120;

/** Searchable data of a chat in addition to the visitor's profile. */
export interface ChatValues {
  readonly customData: readonly Pick<CustomData, "title" | "content">[];
  readonly attributes: readonly string[];
}
/** Conditions of a search for visitors, as tsqueries on their index. null: no condition. */
export interface VisitorSearch {
  readonly words: string | null;
  /** Condition on a complete email address, phone number, customer id or number in custom data. */
  readonly exact: string | null;
  /** Visitor number or chat number that the query may refer to, or null. */
  readonly number: number | null;
}
type Profile = ContactOwner & { readonly customer: Visitor["customer"] };

/**
 * Returns the lexemes of a visitor as the text of a tsvector, for the table search_visitor. `~` is
 * a placeholder for the scope of the row. With `chat` they include the custom data of the chat.
 * Prefixes of lexemes: `=` a whole value, `#` a phone number, `%` a reversed phone number. `&` is a
 * key of an email address or phone number (CORE-290), only in the row of the profile.
 */
export function toVisitorLexemes(visitor: Profile, chat?: ChatValues): string {
  const { customer } = visitor;
  const texts = [
    ...searchedContacts.map((field) => visitor[field]?.value),
    customer,
    ...getChatTexts(chat),
  ];
  const exact = [
    ...listCompared(visitor, "email").map(normalizeExact),
    normalizeExact(customer ?? ""),
    ...(chat?.customData ?? []).flatMap(({ content }) => extractNumbers(content)),
  ];
  const words = placed(texts.filter((text) => typeof text === "string"));
  const marks = [
    ...exact.filter((value) => value !== "").map((value) => `=${value}`),
    ...listCompared(visitor, "phone").flatMap(toPhoneLexemes),
    ...(chat === undefined ? listContactValues(visitor).flatMap(toContactLexemes) : []),
  ];
  return [...words, ...[...new Set(marks)].map((mark) => `'~${mark}'`)].join(" ");
}

const listCompared = (visitor: Profile, kind: ContactKind): readonly string[] =>
  searchedContacts.flatMap((field) =>
    contacts[field].comparedAs === kind ? (visitor[field]?.value ?? []) : [],
  );

const toContactLexemes = ({ keys }: ContactValue): readonly string[] =>
  keys.flatMap((key) => {
    const value = normalizeExact(key);
    return value === "" ? [] : [`&${value}`];
  });

/**
 * Returns a tsquery for the visitors who have one of these contacts, or null if there is none. It
 * may find others too, because lexemes are less exact than the keys.
 */
export function toContactQuery(values: readonly ContactValue[]): string | null {
  const lexemes = [...new Set(values.flatMap(toContactLexemes))];
  return lexemes.length === 0 ? null : joinAlternatives(lexemes.map((lexeme) => `'~${lexeme}'`));
}

function getChatTexts(chat: ChatValues | undefined): readonly string[] {
  if (chat === undefined) return [];
  return [
    ...chat.customData.map(({ title, content }) => `${title ?? ""} ${content}`),
    ...chat.attributes,
  ];
}
/** Returns the words of all texts. A gap between two prevents phrases across both. */
function placed(texts: readonly string[]): readonly string[] {
  const placed: string[] = [];
  let position = 0;
  for (const text of texts) {
    for (const word of listWords(text))
      if (placed.length < maxWords) placed.push(`'~${word}':${++position}`);
    position++;
  }
  return placed;
}

/** Normalizes a whole value. Removes quotes and backslashes, which would end a lexeme. */
function normalizeExact(text: string): string {
  const value = text
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@._+/-]/gu, "");
  return value.length > maxExactLength ? "" : value.toWellFormed();
}

/** Parses the words of a query, without its tokens, as a search for visitors. */
export function parseVisitorSearch(text: string, queryTerms: readonly SearchTerm[]): VisitorSearch {
  const typedText = text.trim();
  const terms = withPrefixEnd(typedText, queryTerms);
  const number = /^#?([1-9][0-9]{0,14})$/.exec(typedText)?.[1];
  const hasPositiveTerm = terms.some(({ isNegated }) => !isNegated);
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

/** Makes a single last letter after another word a prefix: the user is still typing. */
function withPrefixEnd(typedText: string, terms: readonly SearchTerm[]): readonly SearchTerm[] {
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

/** Returns conditions that match a phone number by its start and end, in any format. */
function phoneConditions(typedText: string): readonly string[] {
  const typedDigits = normalizePhoneDigits(typedText);
  if (typedDigits.length < minPhoneDigits) return [];
  const notations = listPhoneNotations(typedDigits);
  const whole = [...notations, ...domesticNumbers(typedDigits)];
  return [
    ...notations.map((digits) => `'~#${digits}':*`),
    ...whole.map((number) => `'~%${reverseDigits(number)}':*`),
    // Matches a number that is stored without the country code that the user typed.
    ...notations.flatMap(nationalNumbers).map((number) => `'~%${reverseDigits(number)}'`),
  ];
}
const joinAlternatives = (parts: readonly string[]): string =>
  parts.length === 1 ? parts.join("") : `(${parts.map((part) => `(${part})`).join(" | ")})`;

/** Returns the parts of custom data that may be numbers of orders or contracts. */
function extractNumbers(content: string): readonly string[] {
  return content
    .split(/[\s,;:#()]+/u)
    .filter((part) => /\d/.test(part) && part.length > 2)
    .map(normalizeExact)
    .slice(0, 50);
}
