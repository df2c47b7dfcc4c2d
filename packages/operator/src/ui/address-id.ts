/** The number that a part of an address names; null when it is none. Larger ones than a double holds exactly are none. */
export function idOf(part: string | undefined): number | null {
  return part !== undefined && /^[1-9]\d{0,15}$/.test(part) ? Number(part) : null;
}
