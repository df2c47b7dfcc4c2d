/** A reply parsed as JSON. `unwrapped`: it was inside a JSON string. */
export type Read =
  | { readonly kind: "json"; readonly value: unknown; readonly repeated: readonly string[]; readonly unwrapped: boolean }
  | { readonly kind: "empty" }
  | { readonly kind: "markup" }
  | { readonly kind: "text" }
  | { readonly kind: "undecodable" };

/**
 * Parses a reply, whatever its Content-Type. Removes a BOM, and unwraps a JSON string that contains
 * JSON once (CH-080, WH-040).
 */
export function readReply(body: Buffer): Read {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return { kind: "undecodable" };
  }
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "empty" };
  if (trimmed.startsWith("<")) return { kind: "markup" };
  const outer = parse(trimmed);
  if (outer === undefined) return { kind: "text" };
  if (typeof outer.value !== "string") return { kind: "json", ...outer, unwrapped: false };
  const inner = parse(outer.value.trim());
  return inner === undefined ? { kind: "text" } : { kind: "json", ...inner, unwrapped: true };
}

function parse(text: string): { value: unknown; repeated: string[] } | undefined {
  try {
    return { value: JSON.parse(text) as unknown, repeated: repeatedKeys(text) };
  } catch {
    return undefined;
  }
}

/** Returns keys that occur more than once in the same object of a valid JSON text. */
export function repeatedKeys(text: string): string[] {
  const repeated = new Set<string>();
  const open: (Set<string> | null)[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/gs)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      const key = JSON.parse(token.slice(0, -1)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) repeated.add(key);
      keys?.add(key);
    }
  }
  return [...repeated];
}

/** Returns the value if it is an object with keys, else null. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;

/** Quotes the beginning of a reply for the report. */
export function quote(body: Buffer): string {
  const text = body.toString("utf8").replaceAll(/\s+/g, " ").trim();
  const letters = Array.from(text);
  return letters.length === 0 ? "an empty body" : letters.length > 160 ? `${letters.slice(0, 160).join("")}…` : text;
}
