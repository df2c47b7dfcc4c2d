import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * Formats a phone number in the groups that are usual in its country, for example "+49 30 901820".
 * Returns any other text unchanged.
 */
export function formatPhone(phone: string): string {
  const number = parsePhoneNumberFromString(phone, { extract: false });
  return number?.isPossible() === true ? number.formatInternational() : phone;
}
