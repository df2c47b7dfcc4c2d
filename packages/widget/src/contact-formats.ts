/**
 * Returns true if the text may be an email address. The server decides. This check only avoids a
 * useless request.
 */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim());
}
/**
 * Removes spaces, hyphens, dots and brackets from a phone number (WG-061). Returns null unless 7 to
 * 15 digits remain.
 */
export function normalizePhone(text: string): string | null {
  const phone = text.replace(/[\s\-.()]/g, "");
  return /^\+?\d{7,15}$/.test(phone) ? phone : null;
}
