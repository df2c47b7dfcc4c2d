/** A reply parsed as JSON. `unwrapped` is true if the JSON was inside a JSON string. */
export type ParsedReply =
  | {
      readonly kind: "json";
      readonly value: unknown;
      readonly repeated: readonly string[];
      readonly unwrapped: boolean;
    }
  | { readonly kind: "empty" }
  | { readonly kind: "markup" }
  | { readonly kind: "text" }
  | { readonly kind: "undecodable" };

/**
 * Parses a reply as JSON, regardless of its Content-Type. Removes a BOM. If the JSON is a string
 * that contains JSON, unwraps it once (CH-080, WH-040).
 */
export function parseReply(body: Buffer): ParsedReply {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return { kind: "undecodable" };
  }
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "empty" };
  if (trimmed.startsWith("<")) return { kind: "markup" };
  const outer = tryParse(trimmed);
  if (outer === undefined) return { kind: "text" };
  if (typeof outer.value !== "string") return { kind: "json", ...outer, unwrapped: false };
  const inner = tryParse(outer.value.trim());
  return inner === undefined ? { kind: "text" } : { kind: "json", ...inner, unwrapped: true };
}

function tryParse(text: string): { value: unknown; repeated: string[] } | undefined {
  try {
    return { value: JSON.parse(text) as unknown, repeated: findRepeatedKeys(text) };
  } catch {
    return undefined;
  }
}

/** Returns keys that occur more than once in the same object of a valid JSON text. */
function findRepeatedKeys(text: string): string[] {
  const repeated = new Set<string>();
  const openObjects: (Set<string> | null)[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/gs)) {
    if (token === "{") openObjects.push(new Set());
    else if (token === "[") openObjects.push(null);
    else if (token === "}" || token === "]") openObjects.pop();
    else if (token.endsWith(":")) {
      const key = JSON.parse(token.slice(0, -1)) as string;
      const keys = openObjects.at(-1);
      if (keys?.has(key)) repeated.add(key);
      keys?.add(key);
    }
  }
  return [...repeated];
}

/** Returns the value if it is an object, but not an array. Otherwise returns null. */
export const toObject = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;

/** Quotes the beginning of a reply for the report. */
export function quoteBody(body: Buffer): string {
  const text = body.toString("utf8").replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(text);
  return characters.length === 0
    ? "an empty body"
    : characters.length > 160
      ? `${characters.slice(0, 160).join("")}…`
      : text;
}
