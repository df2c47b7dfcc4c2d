/**
 * A number in the one form that is kept and compared (WG-061): spaces, `-`, `.`, `(`, `)` dropped, a leading `00` is `+`. null: not 7 to 15
 * digits, or not one of the account's countries. `prefixes`: `+49`; [] takes any number, also one without its country.
 */
export function readPhone(text: string, prefixes: readonly string[]): string | null {
  const bare = text.replaceAll(/[\s\-.()]/gu, "");
  if (!/^\+?[0-9]{7,15}$/.test(bare)) return null;
  const phone = bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
  if (prefixes.length === 0) return phone;
  return prefixes.some((prefix) => phone.startsWith(prefix)) ? phone : null;
}
