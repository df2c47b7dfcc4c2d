import { contactNames, contacts, type ContactField, type ContactOwner } from "../contacts.ts";
import type { Contact, Source } from "../entity.ts";
import { normalizeValue } from "../blacklist/normalize.ts";
import { listPhoneNotations } from "../phone-notations.ts";
import { minExactPhoneDigits, normalizePhoneDigits } from "./phone-lexemes.ts";

/** Kinds of contacts by which visitors can be recognised as one person (CORE-290). */
export type ContactKind = NonNullable<(typeof contacts)[ContactField]["comparedAs"]>;

/** An email address or phone number of a visitor, with the keys by which it is compared. */
export interface ContactValue {
  readonly kind: ContactKind;
  readonly value: string;
  readonly source: Source;
  /** Two values are equal if they have a key in common. */
  readonly keys: readonly string[];
}

/**
 * Returns all email addresses and phone numbers of a visitor, also those of other sources. Values
 * that cannot be compared safely are left out.
 */
export function listContactValues(visitor: ContactOwner): readonly ContactValue[] {
  return contactNames.flatMap((field) => {
    const { comparedAs } = contacts[field];
    if (comparedAs === undefined) return [];
    return listSourcedValues(visitor[field]).flatMap(({ value, source }) => {
      const keys = toContactKeys(comparedAs, value);
      return keys.length === 0 ? [] : [{ kind: comparedAs, value, source, keys }];
    });
  });
}
/** Returns the value of a contact and those of other sources. */
export function listSourcedValues(
  contact: Contact | null | undefined,
): readonly Omit<Contact, "others">[] {
  if (contact === null || contact === undefined) return [];
  const { others = [], ...main } = contact;
  return [main, ...others];
}

/** A contact value that two visitors have, with its source at each of them. */
export interface SharedContact {
  readonly kind: ContactKind;
  /** The value as the first visitor has it. */
  readonly value: string;
  readonly source: Source;
  readonly otherSource: Source;
}
/** Returns the contact values that both visitors have, each once. */
export function findSharedContacts(
  visitor: ContactOwner,
  other: ContactOwner,
): readonly SharedContact[] {
  const otherValues = listContactValues(other);
  const found = new Map<string, SharedContact>();
  for (const { kind, value, source, keys } of listContactValues(visitor)) {
    const equal = otherValues.find((candidate) => candidate.keys.some((key) => keys.includes(key)));
    const key = keys[0];
    if (equal !== undefined && key !== undefined && !found.has(key))
      found.set(key, { kind, value, source, otherSource: equal.source });
  }
  return [...found.values()];
}

/** Returns the keys of a value, or none if its notation is ambiguous. */
export function toContactKeys(kind: ContactKind, value: string): readonly string[] {
  return kind === "email" ? toEmailKeys(value) : toPhoneKeys(value);
}

/**
 * Addresses are equal if they differ only in case. Characters that merely look alike are different
 * characters, so an address is left out if its normalization would replace one by an ASCII letter
 * (the Kelvin sign becomes K).
 */
function toEmailKeys(value: string): readonly string[] {
  const key = normalizeValue("email", value);
  return key === null || Array.from(value).some(becomesAscii) ? [] : [`email ${key}`];
}
const becomesAscii = (character: string): boolean =>
  !isAscii(character) &&
  (isAscii(character.normalize("NFC")) || isAscii(character.toLowerCase().slice(0, 1)));
const isAscii = (text: string): boolean => text !== "" && text.charCodeAt(0) < 0x80;

const phoneNotation = /^\+?[0-9\s()./–‑-]+$/u;
const maxDigits = 15;

/**
 * Numbers are equal if their digits are, or if they are notations of one number (CORE-311). Keys
 * have all notations, so that values that were indexed before still match. A number with a country
 * code (+49, 0049) never equals one with the trunk prefix 0, because the country of the latter is
 * unknown. A number that shows neither may equal both. Within Russia and Kazakhstan, 8 replaces +7.
 * Text beside a number and digits of other alphabets make it unusable.
 */
function toPhoneKeys(value: string): readonly string[] {
  const text = value.trim();
  if (!phoneNotation.test(text)) return [];
  const digits = normalizePhoneDigits(text);
  if (digits.length < minExactPhoneDigits || digits.length > maxDigits) return [];
  const first = text.replaceAll(/[^\d+]/g, "");
  const international = listPhoneNotations(digits).map((number) => `phone +${number}`);
  if (first.startsWith("+") || first.startsWith("00")) return international;
  if (first.startsWith("0")) return [`phone 0${digits}`];
  return [
    ...international,
    `phone 0${digits}`,
    ...(digits.length === 11 && digits.startsWith("8") ? [`phone +7${digits.slice(1)}`] : []),
  ];
}
