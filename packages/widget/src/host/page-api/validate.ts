import { isObject } from "@parlour/protocol/rules";
import type { ContactClaims, PageField } from "@parlour/protocol/widget";
import type { PageAttributes } from "../../bridge.ts";
import { isEmail, normalizePhone } from "../../contact-formats.ts";

/**
 * Validates arguments of the script API before any effect. Values of pages are untrusted: getters
 * may throw and sizes are unlimited.
 */
type Claims = { -readonly [K in keyof ContactClaims]: ContactClaims[K] };

/** Returns the normalised number (WG-061), or null if the value is not a phone number. */
export function parsePhone(value: unknown): string | null {
  return normalizePhone(toText(value));
}

/**
 * Returns true if the account calls the country of a number (WG-061). `prefixes` contains prefixes
 * such as `+49`. Undefined allows all numbers.
 */
export function hasAllowedPrefix(phone: string, prefixes: readonly string[] | undefined): boolean {
  const whole = phone.replace(/^00/, "+");
  return prefixes === undefined || prefixes.some((prefix) => whole.startsWith(prefix));
}

/** Returns whether the server can store the email address. */
function isStorableEmail(email: string): boolean {
  return email.length <= maxShortLength && isEmail(email);
}

/** Returns the usable fields (WG-034). `reason`: why a field was rejected. */
export function parseContacts(args: readonly unknown[]): {
  readonly contacts: ContactClaims;
  readonly reason: string | null;
} {
  const fields = readFields(args, ["name", "email", "phone", "description"]);
  const contacts: Claims = {};
  let reason: string | null = null;
  if (fields !== null) {
    const { name, email, phone, description } = fields;
    if (phone && parsePhone(phone) === null) reason = "Invalid phone";
    else if (phone) contacts.phone = phone;
    if (email && !isStorableEmail(email)) reason = "Invalid email";
    else if (email) contacts.email = email;
    if (name) contacts.name = truncate(name, maxShortLength);
    if (description) contacts.description = truncate(description, maxLongLength);
  }
  if (reason === null && Object.keys(contacts).length === 0)
    reason = "Contact info must be object.";
  return { contacts, reason };
}

/**
 * Returns the message, or the first validation error (WG-063). Some conditions are checked only by
 * the server.
 */
export function parseOfflineMessage(
  args: readonly unknown[],
): { readonly contacts: ContactClaims; readonly text: string } | string {
  const {
    message = "",
    email = "",
    phone = "",
    name = "",
    description = "",
  } = readFields(args, ["name", "email", "phone", "description", "message"]) ?? {};
  if (!message) return "Message is required";
  if (!email && !phone) return "Email or phone is required";
  if (email && !isStorableEmail(email)) return "Invalid email";
  if (phone && parsePhone(phone) === null) return "Invalid phone";
  if (
    Array.from(message.slice(0, 2 * maxOfflineMessageLength + 2)).length > maxOfflineMessageLength
  )
    return "Message is too long";
  const contacts: Claims = {};
  if (name) contacts.name = truncate(name, maxShortLength);
  if (email) contacts.email = email;
  if (phone) contacts.phone = phone;
  if (description) contacts.description = truncate(description, maxLongLength);
  return { contacts, text: message };
}

/** Returns the entries of an arbitrary array that can be shown (WG-043, WG-044). */
export function parsePageFields(values: readonly unknown[]): PageField[] {
  const fields: PageField[] = [];
  for (
    let at = 0;
    at < values.length && at < maxExaminedEntries && fields.length < maxFields;
    at++
  ) {
    try {
      const value = values[at] as Record<string, unknown> | null;
      if (typeof value !== "object" || value === null) continue;
      const field: PageField = {};
      for (const [name, maxLength] of [
        ["title", 100],
        ["key", 100],
        ["content", 1000],
      ] as const) {
        const text = toText(value[name]);
        if (text !== "") field[name] = truncate(text, maxLength);
      }
      const link = toText(value["link"]).trim();
      if (Object.keys(field).length === 0) continue;
      if (link.length <= 2048 && /^(?:https?:|mailto:|tel:)/i.test(link)) field.link = link;
      fields.push(field);
    } catch {
      // A getter of the page threw an error. Skip this entry.
      continue;
    }
  }
  return fields;
}

/** Returns the attributes (WG-210, WG-263), or null if they are invalid. */
export function parseAttributes(value: unknown): PageAttributes | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  if (entries.length > 30) return null;
  const attributes: Record<string, PageAttributes[string]> = {};
  for (const [key, one] of entries) {
    if (!key || key.length > 255) return null;
    if (typeof one === "string") attributes[key] = truncate(one, maxLongLength);
    else if (Array.isArray(one)) attributes[key] = one.map(String);
    else if (typeof one === "boolean" || Number.isFinite(one)) attributes[key] = one as number;
    else return null;
  }
  return attributes;
}

/** Returns the token as text (WG-046), or false if it is neither text nor a number. */
export function parseUserToken(value: unknown): string | false {
  return typeof value === "number" ? String(value) : typeof value === "string" && value;
}
export function isUserToken(token: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  return /^[^\u0000-\u001f\u007f-\u009f]{1,1024}$/.test(token);
}
/**
 * Returns whether the token looks like an unexpired signed identity (WG-047). The server verifies
 * the signature.
 */
export function isSignedToken(token: string, nowMs: number): boolean {
  try {
    const [head = "", body = "", , more] = token.split(".");
    const [{ alg }, { sub, exp }] = [decodeTokenPart(head), decodeTokenPart(body)];
    const remainingS = Number(exp) - nowMs / 1000;
    return (
      more === undefined &&
      alg === "HS256" &&
      typeof sub === "string" &&
      sub !== "" &&
      remainingS > 0 &&
      remainingS <= 86_400 + 60
    );
  } catch {
    return false;
  }
}
function decodeTokenPart(text: string): Record<string, unknown> {
  return JSON.parse(atob(text.replace(/-/g, "+").replace(/_/g, "/"))) as Record<string, unknown>;
}

/** Returns a colour as `#rrggbb` (WG-210). Accepts `#rgb` and `#rrggbb`. */
export function parseColour(value: unknown): string | null {
  if (typeof value !== "string" || !/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return null;
  return value.length === 7 ? value : value.replace(/[0-9a-f]/gi, "$&$&");
}

/** Shortens to at most `maxLength` UTF-16 units without splitting a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
}

/**
 * Reads fields from an object or from positional text arguments. Values are trimmed, and missing
 * values are "". Returns null if the arguments are neither of the two.
 */
function readFields(
  args: readonly unknown[],
  names: readonly string[],
): Record<string, string> | null {
  const [first] = args;
  const isNamed = isObject(first);
  if (
    !isNamed &&
    !(
      args.length > 1 &&
      args.every((one) => one === null || ["string", "number", "undefined"].includes(typeof one))
    )
  )
    return null;
  return Object.fromEntries(
    names.map((name, at) => [name, toText(isNamed ? first[name] : args[at]).trim()]),
  );
}
function toText(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

const maxShortLength = 255;
const maxLongLength = 1000;
const maxOfflineMessageLength = 4000;
const maxFields = 50;
/** Maximum number of array entries that are examined. Later ones are ignored. */
const maxExaminedEntries = 1000;
