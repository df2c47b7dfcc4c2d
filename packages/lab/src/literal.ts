/**
 * The JSON literal at `path` of a JSON text, digits kept: `12345678901234567890` stays as it was written (CH-043).
 * null when there is none, or when the text is not JSON.
 */
export function literalAt(text: string, ...path: readonly string[]): string | null {
  const marked = Symbol("literal");
  let value: unknown;
  try {
    value = JSON.parse(text, (_key, inner: unknown, context?: { source?: string }) =>
      typeof inner === "number" || typeof inner === "string" ? { [marked]: context?.source ?? JSON.stringify(inner) } : inner,
    );
  } catch {
    return null;
  }
  for (const name of path) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Record<string, unknown>)[name];
  }
  if (typeof value !== "object" || value === null || !(marked in value)) return null;
  const literal = (value as Record<symbol, unknown>)[marked];
  if (typeof literal !== "string") return null;
  return literal.startsWith('"') ? JSON.stringify(JSON.parse(literal)) : literal;
}

/** The literal of an id typed on the page, as text or as a number; null when it is not one Parlour takes (CH-041). */
export function literalOf(id: string, asNumber: boolean): string | null {
  if (asNumber) return /^-?(?:0|[1-9]\d*)$/.test(id) && id.length <= 255 ? id : null;
  const length = Array.from(id).length;
  return id.trim() !== "" && length <= 255 ? JSON.stringify(id) : null;
}
