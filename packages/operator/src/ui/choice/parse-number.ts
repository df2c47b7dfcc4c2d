/** Returns the number that a person typed, with a point or a comma. null: it is none. */
export function parseNumber(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}
