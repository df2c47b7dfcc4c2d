import type { InspectedRequest } from "@parlour/protocol/api";
import { maskedText } from "./visibility.ts";

/**
 * Names whose values are masked in recorded requests. No reader sees credentials (CORE-125), and
 * developers see no message texts (CORE-001).
 */

const credentialPattern = /^(?:proxy-)?authorization$|cookie|token|secret|password|api-?key/i;

/**
 * Returns headers for display. Of credentials, only the scheme and the last four characters remain.
 */
export function maskCredentials(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const [name, header] of Object.entries(headers)) {
    if (header === undefined) continue;
    const value = typeof header === "string" ? header : header.join(", ");
    masked[name] = credentialPattern.test(name) ? maskToLastFour(value) : value;
  }
  return masked;
}

/** Returns `Bearer …3f9a` with the last four characters. Hides a short secret completely. */
export function maskToLastFour(secret: string): string {
  const [, scheme = "", value = ""] = /^(\w+ +)?(.*)$/s.exec(secret) ?? [];
  return value.length < 12 ? `${scheme}…` : `${scheme}…${value.slice(-4)}`;
}

/**
 * Fields of messages of interfaces A, B and C that contain no text, media or location. They are
 * shown unmasked.
 */
const unmaskedFields = new Set([
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
 * Fields that contain message texts although they are not messages: the transcript of a finished
 * chat, and the rating comment.
 */
const textFields = new Set(["plain_messages", "html_messages", "rating_comment"]);

/**
 * Returns a body of interface A, B or C without message texts and media. Contacts remain. A body
 * that is not complete JSON is masked completely.
 */
export function maskBody(body: string): string {
  if (body.trim() === "") return body;
  let value: unknown;
  try {
    value = JSON.parse(body, preserveDigits as never);
  } catch {
    return maskedText;
  }
  return JSON.stringify(maskOutsideMessages(value));
}

/**
 * Returns an inspected request without message texts and media (CORE-001). The response comes from
 * the integrator and is not masked.
 */
export function maskInspectedRequest(item: InspectedRequest): InspectedRequest {
  const { request } = item;
  return {
    ...item,
    request: {
      ...request,
      headers: item.method === "MAIL" ? pickEmailHeaders(request.headers) : request.headers,
      body: maskBody(request.body),
    },
  };
}
/** Headers of an email that a masked role receives (CORE-303). All others are hidden. */
const shownEmailHeaders: ReadonlySet<string> = new Set(["from", "message-id", "to"]);
const pickEmailHeaders = <T>(headers: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => shownEmailHeaders.has(name)));

function maskOutsideMessages(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(maskOutsideMessages);
  return Object.fromEntries(
    Object.entries(value).map(([key, field]: [string, unknown]) => {
      if (key === "message" || key === "refers_to" || textFields.has(key))
        return [key, isObject(field) ? maskMessageFields(field) : maskValue(field)];
      if (key === "messages" && Array.isArray(field)) return [key, field.map(maskMessageFields)];
      return [key, maskOutsideMessages(field)];
    }),
  );
}
function maskMessageFields(value: unknown): unknown {
  if (!isObject(value)) return maskValue(value);
  if (Array.isArray(value)) return value.map(maskMessageFields);
  return Object.fromEntries(
    Object.entries(value).map(([key, field]: [string, unknown]) => [
      key,
      unmaskedFields.has(key) ? field : maskMessageFields(field),
    ]),
  );
}
function maskValue(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? "" : maskedText;
  return typeof value === "boolean" ? value : null;
}

/**
 * Raw JSON keeps all digits of numbers, because ids of integrators may exceed the precision of a
 * double.
 */
const { isRawJSON, rawJSON } = JSON as unknown as {
  isRawJSON(this: void, value: unknown): boolean;
  rawJSON(this: void, text: string): object;
};
function preserveDigits(
  _key: string,
  value: unknown,
  context: { readonly source?: string },
): unknown {
  return typeof value === "number" && context.source !== undefined
    ? rawJSON(context.source)
    : value;
}
function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isRawJSON(value);
}
