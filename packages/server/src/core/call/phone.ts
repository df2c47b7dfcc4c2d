/**
 * Parses a phone number into its stored form (WG-061): without spaces, `-`, `.`, `(`, `)`; a
 * leading `00` becomes `+`. null: not 7 to 15 digits, or no allowed prefix. `prefixes`: such as
 * `+49`; [] allows any number, also without country code.
 */
export function readPhone(text: string, prefixes: readonly string[]): string | null {
  const bare = text.replaceAll(/[\s\-.()]/gu, "");
  if (!/^\+?[0-9]{7,15}$/.test(bare)) return null;
  const phone = bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
  if (prefixes.length === 0) return phone;
  return prefixes.some((prefix) => phone.startsWith(prefix)) ? phone : null;
}
