import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Writes a phone number in the groups of its country, for example "+49 30 901820". Text that is no international number stays as it is. */
export function formatPhone(phone: string): string {
  const number = parsePhoneNumberFromString(phone, { extract: false });
  return number?.isPossible() === true ? number.formatInternational() : phone;
}
