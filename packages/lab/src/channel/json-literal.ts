/**
 * Returns the JSON literal at `path` of a JSON text without loss of digits: `12345678901234567890`
 * stays unchanged (CH-043). Returns null if the path does not exist or the text is not JSON.
 */
export function readJsonLiteral(text: string, ...path: readonly string[]): string | null {
  const literalKey = Symbol("literal");
  let value: unknown;
  try {
    value = JSON.parse(text, (_key, inner: unknown, context?: { source?: string }) =>
      typeof inner === "number" || typeof inner === "string"
        ? { [literalKey]: context?.source ?? JSON.stringify(inner) }
        : inner,
    );
  } catch {
    return null;
  }
  for (const name of path) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Record<string, unknown>)[name];
  }
  if (typeof value !== "object" || value === null || !(literalKey in value)) return null;
  const literal = (value as Record<symbol, unknown>)[literalKey];
  if (typeof literal !== "string") return null;
  return literal.startsWith('"') ? JSON.stringify(JSON.parse(literal)) : literal;
}

/** Converts an id to a JSON string or number, or null if Parlour refuses it (CH-041). */
export function toJsonLiteral(id: string, asNumber: boolean): string | null {
  if (asNumber) return /^-?(?:0|[1-9]\d*)$/.test(id) && id.length <= 255 ? id : null;
  const length = Array.from(id).length;
  return id.trim() !== "" && length <= 255 ? JSON.stringify(id) : null;
}
