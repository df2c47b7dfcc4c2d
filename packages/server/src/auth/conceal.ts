import { maskedText } from "./see.ts";

/**
 * Masking of recorded requests: no credentials for anyone (CORE-125), no message texts for
 * developers (CORE-001).
 */

const credential = /^(?:proxy-)?authorization$|cookie|token|secret|password|api-?key/i;

/**
 * Returns headers for display. Credentials are reduced to the scheme and the last four characters.
 */
export function hideCredentials(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, given] of Object.entries(headers)) {
    if (given === undefined) continue;
    const value = typeof given === "string" ? given : given.join(", ");
    shown[name] = credential.test(name) ? lastFour(value) : value;
  }
  return shown;
}

/** Returns `Bearer …3f9a`; hides a short secret completely. */
export function lastFour(secret: string): string {
  const [, scheme = "", value = ""] = /^(\w+ +)?(.*)$/s.exec(secret) ?? [];
  return value.length < 12 ? `${scheme}…` : `${scheme}…${value.slice(-4)}`;
}

/** Fields of a message of interfaces A, B and C that contain no text, media or location. */
const plain = new Set([
  "id",
  "type",
  "kind",
  "seq",
  "timestamp",
  "date",
  "agent_id",
  "button_id",
  "file_size",
  "duration",
  "width",
  "height",
  "blacklisted",
]);
/**
 * Fields with message texts outside of messages: the transcript of a finished chat, and the rating
 * comment.
 */
const words = new Set(["plain_messages", "html_messages", "rating_comment"]);

/**
 * Returns a body of interface A, B or C without message texts and media; contacts remain. A body
 * that is not complete JSON is masked completely.
 */
export function maskWire(body: string): string {
  if (body.trim() === "") return body;
  let value: unknown;
  try {
    value = JSON.parse(body, keepDigits as never);
  } catch {
    return maskedText;
  }
  return JSON.stringify(outside(value));
}

function outside(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(outside);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => {
      if (key === "message" || words.has(key)) return [key, isObject(one) ? inMessage(one) : hidden(one)];
      if (key === "messages" && Array.isArray(one)) return [key, one.map(inMessage)];
      return [key, outside(one)];
    }),
  );
}
function inMessage(value: unknown): unknown {
  if (!isObject(value)) return hidden(value);
  if (Array.isArray(value)) return value.map(inMessage);
  return Object.fromEntries(Object.entries(value).map(([key, one]: [string, unknown]) => [key, plain.has(key) ? one : inMessage(one)]));
}
function hidden(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? "" : maskedText;
  return typeof value === "boolean" ? value : null;
}

/** Numbers keep their digits, because ids of integrators may exceed the precision of a double. */
const { isRawJSON, rawJSON } = JSON as unknown as {
  isRawJSON(this: void, value: unknown): boolean;
  rawJSON(this: void, text: string): object;
};
function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  return typeof value === "number" && context.source !== undefined ? rawJSON(context.source) : value;
}
function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isRawJSON(value);
}
