/**
 * Minimum number of digits of a phone number in a search. Shorter numbers are prefixes of too many
 * phone numbers.
 */
export const minPhoneDigits = 5;
/** Number of digits from which the end of a number identifies one phone. */
export const minExactPhoneDigits = 7;
/** Maximum number of digits of a country code. */
const maxCountryDigits = 3;

/**
 * Returns the digits of a phone number without dialling prefixes. +49 30 901820, 004930901820 and
 * +49 (0)30 901820 give the same digits.
 */
export function normalizePhoneDigits(text: string): string {
  const digits = text.replace(/\(0\)/g, "").replaceAll(/\D/g, "");
  return (digits.startsWith("00") ? digits.slice(2) : digits).replace(/^0+/, "");
}
export const reverseDigits = (digits: string): string => Array.from(digits).toReversed().join("");
/**
 * Returns the possible national numbers: the digits without a country code of one, two or three
 * digits.
 */
export function nationalNumbers(digits: string): readonly string[] {
  return Array.from({ length: maxCountryDigits }, (_, n) => digits.slice(n + 1)).filter(
    (number) => number.length >= minPhoneDigits,
  );
}
/**
 * Notations of mobile numbers of the same phone: with and without the digit that a country added,
 * as [shorter, longer] beginnings of international numbers. WhatsApp names such a number in one
 * way, and people write it in the other.
 */
const twoWayNumbers: readonly {
  readonly long: RegExp;
  readonly short: RegExp;
  /** Replaces the groups of `long` and `short`. */
  readonly toShort: string;
  readonly toLong: string;
}[] = [
  // Brazil: area code of two digits. Only mobile numbers that began with 6 to 9 got the ninth
  // digit.
  {
    long: /^55([1-9]\d)9([6-9]\d{7})$/,
    short: /^55([1-9]\d)([6-9]\d{7})$/,
    toShort: "55$1$2",
    toLong: "55$19$2",
  },
  // Mexico: 1 before mobile numbers, which is no longer dialled.
  { long: /^521(\d{10})$/, short: /^52([2-9]\d{9})$/, toShort: "52$1", toLong: "521$1" },
  // Argentina: 9 before mobile numbers, which calls from abroad need.
  { long: /^549(\d{10})$/, short: /^54([1-8]\d{9})$/, toShort: "54$1", toLong: "549$1" },
];

/**
 * Returns the digits of an international number in all notations of the same phone (CORE-311). The
 * first one is its key: it is the same for all of them.
 */
export function listPhoneNotations(digits: string): readonly [string, ...string[]] {
  for (const { long, short, toShort, toLong } of twoWayNumbers) {
    if (long.test(digits)) return [digits.replace(long, toShort), digits];
    if (short.test(digits)) return [digits, digits.replace(short, toLong)];
  }
  return [digits];
}
/** Returns the key by which international numbers are compared. */
export const toPhoneKey = (digits: string): string => listPhoneNotations(digits)[0];

export function toPhoneLexemes(text: string): readonly string[] {
  const digits = normalizePhoneDigits(text);
  if (digits.length < minPhoneDigits || digits.length > 20) return [];
  const domestic = domesticNumbers(digits);
  return [
    ...[digits, ...nationalNumbers(digits)].map((number) => `#${number}`),
    `%${reverseDigits(digits)}`,
    ...domestic.map((number) => `%${reverseDigits(number)}`),
  ];
}
/** Returns the number without the 8 that replaces +7 within Russia and Kazakhstan. */
export function domesticNumbers(digits: string): readonly string[] {
  return digits.length === 11 && digits.startsWith("8") ? [digits.slice(1)] : [];
}

export const phonePattern = /\+?\d[\d\s()./-]{3,}\d/;
