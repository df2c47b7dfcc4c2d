import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Formats a phone number in the groups of its country, "+49 30 901820". Keeps any other text. */
export function formatPhone(phone: string): string {
  const number = parsePhoneNumberFromString(phone, { extract: false });
  return number?.isPossible() === true ? number.formatInternational() : phone;
}
