/** Reads a URL parameter as text. Empty if it is neither text nor a number. */
export function readTextParam(part: unknown): string {
  return typeof part === "string" || typeof part === "number" ? String(part) : "";
}
/** Returns the parameters that are not empty. */
export function omitEmptyParams(parts: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, part]) => part !== "" && part !== null),
  );
}
