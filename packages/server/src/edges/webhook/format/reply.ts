import type { WebhookData } from "../../../core/chat/apply-webhook-data.ts";
import type { IgnoredReason } from "@parlour/protocol";
import { cleanText, cutText } from "../../../core/chat/text.ts";
import { JsonFault, JsonNumber, isJsonObject, readReplyJson } from "../../../http/json.ts";

/**
 * Parser for a receiver's response (WH-040 to WH-048). Pure. No content of a response fails the
 * delivery.
 */

export interface Reply {
  readonly isOk: boolean;
  /** Null unless `result` is ok. */
  readonly data: WebhookData | null;
  /** Fields of the response that are not used, with the reason (WH-082). */
  readonly ignored: readonly Ignored[];
  /** For the delivery log: why there is no data, or which fields were dropped. */
  readonly note: { readonly code: "result_missing" | "result_not_ok" | "fields_dropped"; readonly message: string } | null;
}

export interface Ignored {
  readonly field: string;
  readonly reason: IgnoredReason;
}

/** Maximum characters of the receiver's text in the note of the delivery log. */
const notedMax = 100;
const textMax = { title: 100, key: 100, content: 1_000, link: 2_048, contact: 255 };
const mostEntries = 50;

/**
 * Parses a response. `withData`: the response to this event may contain data (WH-042). Otherwise
 * only `result` is read.
 */
export function readReply(body: Uint8Array, withData: boolean): Reply {
  const value = objectIn(body);
  if (typeof value === "string") return nothing("result_missing", `result missing: ${value}`, []);
  const unread = (reason: IgnoredReason): Ignored[] =>
    dataFields.filter((field) => value[field] !== undefined && value[field] !== null).map((field) => ({ field, reason }));
  if (!Object.hasOwn(value, "result")) return nothing("result_missing", "result missing", unread("result_not_ok"));
  const { result } = value;
  if (typeof result !== "string" || result.trim().toLowerCase() !== "ok")
    return nothing("result_not_ok", `result: ${shown(result)}`, unread("result_not_ok"));
  if (!withData) return { isOk: true, data: null, ignored: unread("event_takes_no_data"), note: null };
  const ignored: Ignored[] = [];
  const dropped: string[] = [];
  const data = dataOf(value, (field, reason, words) => {
    ignored.push({ field, reason });
    dropped.push(`${field} ${words}`);
  });
  const message = dropped.slice(0, 10).join("; ") + (dropped.length > 10 ? ` and ${dropped.length - 10} more` : "");
  return { isOk: true, data, ignored, note: dropped.length === 0 ? null : { code: "fields_dropped", message } };
}

const dataFields = ["custom_data", "contact_info", "enable_assign", "crm_link", "page"] as const;

function nothing(code: "result_missing" | "result_not_ok", message: string, ignored: readonly Ignored[]): Reply {
  return { isOk: false, data: null, ignored, note: { code, message } };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the object of the response, or the problem. A JSON text inside a JSON string is unwrapped
 * once (WH-040).
 */
function objectIn(body: Uint8Array): Fields | string {
  if (body.length === 0) return "the answer is empty";
  try {
    const value = readReplyJson(body);
    return isJsonObject(value) ? value : "the answer is not a JSON object";
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return error.kind === "duplicate" ? "the answer names one key twice" : "the answer is not JSON";
  }
}

/** Drops a field. The third argument follows the field's name in the note. */
type Drop = (field: string, reason: IgnoredReason, words: string) => void;

function dataOf(value: Fields, drop: Drop): WebhookData {
  return {
    contacts: contactsOf(value["contact_info"], drop),
    customData: customDataOf(value["custom_data"], drop),
    assign: assignOf(value["enable_assign"], drop),
    crmLink: linkOf("crm_link", value["crm_link"], httpOnly, drop),
    page: pageOf(value["page"], drop),
  };
}

const contactKeys = ["name", "phone", "email"] as const;
const isContact = (key: string): boolean => contactKeys.some((one) => one === key);

/** Parses `contact_info` (WH-044). */
function contactsOf(value: unknown, drop: Drop): WebhookData["contacts"] {
  const given = objectOrUnset("contact_info", value, drop);
  const found: { name?: string; phone?: string; email?: string } = {};
  if (given === null) return found;
  for (const key of Object.keys(given)) if (!isContact(key)) drop(`contact_info.${shown(key)}`, "unknown_field", "is not used");
  for (const key of contactKeys) {
    const text = textOf(`contact_info.${key}`, given[key], textMax.contact, drop);
    if (text !== null && text.trim() !== "") found[key] = text.trim();
  }
  return found;
}

/** Parses `custom_data` (WH-043). The limits are those of WG-043. */
function customDataOf(value: unknown, drop: Drop): WebhookData["customData"] {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) {
    drop("custom_data", "wrong_type", "is not a list");
    return null;
  }
  if (value.length > mostEntries) drop("custom_data", "too_many", `has ${value.length} entries, ${mostEntries} are kept`);
  return value.slice(0, mostEntries).flatMap((entry: unknown, n) => {
    const path = `custom_data[${n}]`;
    if (!isJsonObject(entry)) {
      drop(path, "wrong_type", "is no object");
      return [];
    }
    const title = textOf(`${path}.title`, entry["title"], textMax.title, drop) || null;
    const key = textOf(`${path}.key`, entry["key"], textMax.key, drop) || null;
    const content = textOf(`${path}.content`, entry["content"], textMax.content, drop) ?? "";
    const link = linkOf(`${path}.link`, entry["link"], contentLinks, drop);
    return title === null && key === null && content === "" ? [] : [{ title, content, key, link }];
  });
}

/** WH-045: only `true`, `1` and `"true"` mean true. */
function assignOf(value: unknown, drop: Drop): boolean | null {
  if (value === undefined || value === null) return null;
  if (value === true || value === 1 || value === "true") return true;
  if (value !== false && value !== 0 && value !== "false" && value !== "") drop("enable_assign", "wrong_type", "is neither true nor false");
  return false;
}

/** Parses `page` (WH-047). */
function pageOf(value: unknown, drop: Drop): WebhookData["page"] {
  const given = objectOrUnset("page", value, drop);
  if (given === null) return null;
  const url = linkOf("page.url", given["url"], httpOnly, drop);
  if (url === null) {
    if (given["url"] === undefined) drop("page", "url_missing", "has no url");
    return null;
  }
  return { url, title: textOf("page.title", given["title"], textMax.content, drop) || null };
}

const httpOnly = /^https?:\/\//i;
const contentLinks = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * Returns a link unchanged. URL parsers drop tabs and line breaks, so a link with any of them is
 * refused (H-186).
 */
function linkOf(path: string, value: unknown, allowed: RegExp, drop: Drop): string | null {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value.trim() : "";
  if (text !== "" && text.length <= textMax.link && !/[\s\p{Cc}\p{Cs}]/u.test(text) && allowed.test(text) && URL.canParse(text))
    return text;
  drop(path, "unusable_link", "is no usable link");
  return null;
}

function textOf(path: string, value: unknown, max: number, drop: Drop): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return cutText(cleanText(value), max).text;
  drop(path, "wrong_type", "is no text");
  return null;
}

/** Returns an object. `[]` counts as an empty object, because some languages serialize it so. */
function objectOrUnset(path: string, value: unknown, drop: Drop): Fields | null {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (isJsonObject(value)) return value;
  drop(path, "wrong_type", "is no object");
  return null;
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : value instanceof JsonNumber ? value.literal : (JSON.stringify(value) ?? "");
  return cutText(cleanText(text), notedMax).text;
}
