/**
 * Parses a numeric id from a URL. Null unless it has up to 16 digits, which a double can represent.
 */
export function parseId(part: string | undefined): number | null {
  return part !== undefined && /^[1-9]\d{0,15}$/.test(part) ? Number(part) : null;
}
