/**
 * Parses a phone number into its stored form (WG-061): without spaces, `-`, `.`, `(`, `)`, and with
 * `+` instead of a leading `00`. Returns null if the number does not have 7 to 15 digits or has no
 * allowed prefix. `prefixes`: allowed prefixes such as `+49`. [] allows any number, also without
 * country code.
 */
export function parsePhoneNumber(text: string, prefixes: readonly string[]): string | null {
  const compact = text.replaceAll(/[\s\-.()]/gu, "");
  if (!/^\+?[0-9]{7,15}$/.test(compact)) return null;
  const phone = compact.startsWith("00") ? `+${compact.slice(2)}` : compact;
  if (prefixes.length === 0) return phone;
  return prefixes.some((prefix) => phone.startsWith(prefix)) ? phone : null;
}
