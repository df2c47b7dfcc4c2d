import { JsonParseError, JsonNumber, parseResponseJson } from "../../../http/body/json.ts";

/** Parsers for the response of an integrator to a message (CH-080). */

/** Parsed body. `value` is a symbol if the body is not JSON. */
export type ParsedResponse =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "bad"; readonly why: string };

/** Parses a body. Returns `bad` if the body cannot be a valid response. */
export function parseResponse(body: Buffer): ParsedResponse {
  const text = decodeUtf8(body);
  if (text === null) return { kind: "bad", why: "The answer is not UTF-8 text." };
  if (/^[\s\p{Cf}\p{Cc}]*</u.test(text))
    return { kind: "bad", why: "The answer is a page (HTML or XML), not JSON." };
  const value = parseBody(text);
  return value === repeatedKey
    ? { kind: "bad", why: "The answer repeats its result or error." }
    : { kind: "value", value };
}

const repeatedKey = Symbol("repeated key");
const notJson = Symbol("no JSON");

function parseBody(text: string): unknown {
  try {
    return parseResponseJson(Buffer.from(text, "utf8"));
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error;
    if (error.kind === "duplicate" && (error.key === "result" || error.key === "error"))
      return repeatedKey;
    // Another repeated key or too deep nesting is irrelevant, because `result` and `error` are
    // still readable.
    return error.kind === "duplicate" || error.kind === "depth" ? parseLeniently(text) : notJson;
  }
}
function parseLeniently(text: string): unknown {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
    return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  } catch (error) {
    if (error instanceof SyntaxError) return notJson;
    throw error;
  }
}

/** Returns whether the value is no error: `null`, `false`, `0`, `""` or `[]` (CH-080). */
export function isNoError(error: unknown): boolean {
  if (Array.isArray(error)) return error.length === 0;
  if (error instanceof JsonNumber) return Number(error.literal) === 0;
  return error === null || error === undefined || error === false || error === 0 || error === "";
}

/** Returns whether `result` is `ok`. */
export const isOkResult = (result: unknown): boolean =>
  typeof result === "string" && result.trim().toLowerCase() === "ok";

/** Returns a string, number or boolean as text. Returns an empty text for anything else. */
export function toPlainText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (value instanceof JsonNumber) return value.literal;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
/** Returns whether the status means a refusal, regardless of the body. */
export function isRefusedStatus(status: number | null): status is number {
  return status !== null && (status < 200 || status > 299);
}

function decodeUtf8(body: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
