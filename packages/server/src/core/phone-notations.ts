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
