/**
 * Returns whether the text can be an email address. The server decides; this check only saves a
 * request.
 */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim());
}
/**
 * Removes spaces, hyphens, dots and brackets from a phone number (WG-061). Null if it is not a
 * number of 7 to 15 digits.
 */
export function normalizePhone(text: string): string | null {
  const phone = text.replace(/[\s\-.()]/g, "");
  return /^\+?\d{7,15}$/.test(phone) ? phone : null;
}
