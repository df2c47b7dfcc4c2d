/** The sender of an SMS: the digits of an international number, or a short name. */
export function toCustomer(from: string): string {
  const digits = from.replaceAll(/[\s().-]/g, "").replace(/^(?:\+|00)/, "");
  if (/^\d{3,20}$/.test(digits)) return digits;
  return /^[\w .&-]{1,20}$/.test(from.trim()) ? from.trim() : "";
}

/** Numbers with fewer digits are short codes, which are no contact. */
const minPhoneDigits = 7;

/** Returns the number as a contact, or undefined for a short code or a name. */
export const toPhone = (customer: string): string | undefined =>
  /^\d+$/.test(customer) && customer.length >= minPhoneDigits ? `+${customer}` : undefined;

/** Returns the number as a gateway gets it: international numbers with a plus sign. */
export const toRecipient = (customer: string): string => toPhone(customer) ?? customer;
