import { JsonNumber, JsonParseError, parseStrictJson } from "../../../http/body/json.ts";
import type { FieldPath } from "../gateways/gateway.ts";

/** Returns the text or number at a path. "" if there is none. */
export function readPath(values: unknown, path: FieldPath | null): string {
  if (path === null) return "";
  const names = path.startsWith("/")
    ? path
        .slice(1)
        .split("/")
        .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    : [path];
  let value = values;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return "";
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  if (typeof value === "string") return value;
  if (value instanceof JsonNumber) return value.literal;
  return typeof value === "number" ? String(value) : "";
}

/** Parses JSON. Anything else becomes null. */
export function parseJsonOrNull(body: Buffer): unknown {
  try {
    return parseStrictJson(body);
  } catch (error) {
    if (error instanceof JsonParseError) return null;
    throw error;
  }
}

/**
 * Parses the fields of a request: those of its query, and of a form or JSON (SMS-010). Throws
 * JsonParseError if the request says that it has JSON, and has none. So the gateway repeats it.
 */
export function parseFields(query: unknown, body: Buffer, contentType: string): object {
  const given = typeof query === "object" && query !== null ? query : {};
  if (body.length === 0) return given;
  const isJson = contentType.includes("json");
  if (isJson || body[0] === openBrace) {
    const json = isJson ? parseStrictJson(body) : parseJsonOrNull(body);
    if (json !== null) return typeof json === "object" ? { ...given, ...json } : given;
    if (isJson) return given;
  }
  return { ...given, ...Object.fromEntries(new URLSearchParams(body.toString("utf8"))) };
}
const openBrace = 0x7b;
