/**
 * Parses a numeric id from a URL. Returns null if the text is not a number or has more than 16
 * digits, which a double cannot represent exactly.
 */
export function parseId(part: string | undefined): number | null {
  return part !== undefined && /^[1-9]\d{0,15}$/.test(part) ? Number(part) : null;
}
