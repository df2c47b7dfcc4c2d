/**
 * Parses a numeric id from a URL. Null if it is none, or has more than 16 digits, which a double
 * cannot hold exactly.
 */
export function parseId(part: string | undefined): number | null {
  return part !== undefined && /^[1-9]\d{0,15}$/.test(part) ? Number(part) : null;
}
