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
