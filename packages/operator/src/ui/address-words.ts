/** A part of an address as text; "" when it is none. */
export function wordOf(part: unknown): string {
  return typeof part === "string" || typeof part === "number" ? String(part) : "";
}
/** The parts that are not empty. */
export function filledOf(parts: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== "" && part !== null));
}
