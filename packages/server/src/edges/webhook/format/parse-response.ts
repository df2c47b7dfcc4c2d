import {
  webhookContacts,
  type WebhookData,
} from "../../../core/chat/details/apply-webhook-data.ts";
import type { IgnoredReason } from "@parlour/protocol";
import { cleanText, cutText } from "../../../core/text.ts";
import { parseFieldClaims } from "../../../http/body/field-claims.ts";
import {
  JsonParseError,
  JsonNumber,
  isJsonObject,
  parseResponseJson,
} from "../../../http/body/json.ts";

/** Parsed response of a webhook (WH-040 to WH-048, WH-117), which never fails the delivery. */

export interface WebhookResponse {
  readonly isOk: boolean;
  /** Null if `result` is not ok. */
  readonly data: WebhookData | null;
  /** Fields of the response that were not used, with the reason (WH-082). */
  readonly ignored: readonly IgnoredField[];
  /** Note for the delivery log: why there is no data, or which fields were dropped. */
  readonly note: {
    readonly code: "result_missing" | "result_not_ok" | "fields_dropped";
    readonly message: string;
  } | null;
}

interface IgnoredField {
  readonly field: string;
  readonly reason: IgnoredReason;
}

/** Maximum number of characters of the webhook's text in the note of the delivery log. */
const maxNotedLength = 100;
const maxTextLength = { title: 100, key: 100, content: 1_000, link: 2_048, contact: 255 };
const maxResponseEntries = 50;

/**
 * Parses a response. `withData`: the response to this event may contain data (WH-042).
 * Otherwise only `result` is read.
 */
export function parseResponse(body: Uint8Array, withData: boolean): WebhookResponse {
  const value = parseObject(body);
  if (typeof value === "string")
    return createNoData("result_missing", `result missing: ${value}`, []);
  const unread = (reason: IgnoredReason): IgnoredField[] =>
    dataFields
      .filter((field) => value[field] !== undefined && value[field] !== null)
      .map((field) => ({ field, reason }));
  if (!Object.hasOwn(value, "result"))
    return createNoData("result_missing", "result missing", unread("result_not_ok"));
  const { result } = value;
  if (typeof result !== "string" || result.trim().toLowerCase() !== "ok")
    return createNoData("result_not_ok", `result: ${toShownText(result)}`, unread("result_not_ok"));
  if (!withData)
    return { isOk: true, data: null, ignored: unread("event_takes_no_data"), note: null };
  const ignored: IgnoredField[] = [];
  const dropped: string[] = [];
  const data = parseData(value, (field, reason, reasonText) => {
    ignored.push({ field, reason });
    dropped.push(`${field} ${reasonText}`);
  });
  const message =
    dropped.slice(0, 10).join("; ") +
    (dropped.length > 10 ? ` and ${dropped.length - 10} more` : "");
  return {
    isOk: true,
    data,
    ignored,
    note: dropped.length === 0 ? null : { code: "fields_dropped", message },
  };
}

const dataFields = [
  "custom_data",
  "contact_info",
  "enable_assign",
  "crm_link",
  "page",
  "fields",
] as const;

function createNoData(
  code: "result_missing" | "result_not_ok",
  message: string,
  ignored: readonly IgnoredField[],
): WebhookResponse {
  return { isOk: false, data: null, ignored, note: { code, message } };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the object of the response, or the problem as text. Unwraps JSON text inside a JSON
 * string once (WH-040).
 */
function parseObject(body: Uint8Array): Fields | string {
  if (body.length === 0) return "the answer is empty";
  try {
    const value = parseResponseJson(body);
    return isJsonObject(value) ? value : "the answer is not a JSON object";
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error;
    return error.kind === "duplicate" ? "the answer names one key twice" : "the answer is not JSON";
  }
}

/** Drops a field. The delivery log has its name, followed by `reasonText`. */
type DropField = (field: string, reason: IgnoredReason, reasonText: string) => void;

function parseData(value: Fields, drop: DropField): WebhookData {
  return {
    contacts: parseContacts(value["contact_info"], drop),
    customData: parseCustomData(value["custom_data"], drop),
    assign: parseAssign(value["enable_assign"], drop),
    crmLink: parseLink("crm_link", value["crm_link"], httpLinkPattern, drop),
    page: parsePage(value["page"], drop),
    fields: parseFields(value["fields"], drop),
  };
}

const isContact = (key: string): boolean =>
  webhookContacts.some((contactKey) => contactKey === key);

/** Parses `contact_info` (WH-044). */
function parseContacts(value: unknown, drop: DropField): WebhookData["contacts"] {
  const fields = parseOptionalObject("contact_info", value, drop);
  const contacts: { -readonly [F in keyof WebhookData["contacts"]]: string } = {};
  if (fields === null) return contacts;
  for (const key of Object.keys(fields))
    if (!isContact(key)) drop(`contact_info.${toShownText(key)}`, "unknown_field", "is not used");
  for (const key of webhookContacts) {
    const text = parseText(`contact_info.${key}`, fields[key], maxTextLength.contact, drop);
    if (text !== null && text.trim() !== "") contacts[key] = text.trim();
  }
  return contacts;
}

/** Parses `custom_data` (WH-043) with the limits of WG-043. */
function parseCustomData(value: unknown, drop: DropField): WebhookData["customData"] {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) {
    drop("custom_data", "wrong_type", "is not a list");
    return null;
  }
  if (value.length > maxResponseEntries)
    drop("custom_data", "too_many", `has ${value.length} entries, ${maxResponseEntries} are kept`);
  return value.slice(0, maxResponseEntries).flatMap((entry: unknown, n) => {
    const path = `custom_data[${n}]`;
    if (!isJsonObject(entry)) {
      drop(path, "wrong_type", "is no object");
      return [];
    }
    const title = parseText(`${path}.title`, entry["title"], maxTextLength.title, drop) || null;
    const key = parseText(`${path}.key`, entry["key"], maxTextLength.key, drop) || null;
    const content =
      parseText(`${path}.content`, entry["content"], maxTextLength.content, drop) ?? "";
    const link = parseLink(`${path}.link`, entry["link"], contentLinkPattern, drop);
    return title === null && key === null && content === "" ? [] : [{ title, content, key, link }];
  });
}

/** Parses the assignment (WH-045). Only `true`, `1` and `"true"` mean true. */
function parseAssign(value: unknown, drop: DropField): boolean | null {
  if (value === undefined || value === null) return null;
  if (value === true || value === 1 || value === "true") return true;
  if (value !== false && value !== 0 && value !== "false" && value !== "")
    drop("enable_assign", "wrong_type", "is neither true nor false");
  return false;
}

/** Parses `page` (WH-047). */
function parsePage(value: unknown, drop: DropField): WebhookData["page"] {
  const fields = parseOptionalObject("page", value, drop);
  if (fields === null) return null;
  const url = parseLink("page.url", fields["url"], httpLinkPattern, drop);
  if (url === null) {
    if (fields["url"] === undefined) drop("page", "url_missing", "has no url");
    return null;
  }
  return {
    url,
    title: parseText("page.title", fields["title"], maxTextLength.content, drop) || null,
  };
}

/** Parses `fields` (WH-117). The chat decides which values it takes. */
function parseFields(value: unknown, drop: DropField): WebhookData["fields"] {
  return parseFieldClaims("webhook", parseOptionalObject("fields", value, drop)) ?? null;
}

const httpLinkPattern = /^https?:\/\//i;
const contentLinkPattern = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * Returns a link unchanged. Refuses a link with a tab or line break, because URL parsers drop these
 * characters (H-186).
 */
function parseLink(path: string, value: unknown, allowed: RegExp, drop: DropField): string | null {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value.trim() : "";
  if (
    text !== "" &&
    text.length <= maxTextLength.link &&
    !/[\s\p{Cc}\p{Cs}]/u.test(text) &&
    allowed.test(text) &&
    URL.canParse(text)
  )
    return text;
  drop(path, "unusable_link", "is no usable link");
  return null;
}

function parseText(path: string, value: unknown, max: number, drop: DropField): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return cutText(cleanText(value), max).text;
  drop(path, "wrong_type", "is no text");
  return null;
}

/**
 * Returns an object. `[]` counts as an empty object, because some languages serialize an empty
 * object this way.
 */
function parseOptionalObject(path: string, value: unknown, drop: DropField): Fields | null {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    return null;
  if (isJsonObject(value)) return value;
  drop(path, "wrong_type", "is no object");
  return null;
}

function toShownText(value: unknown): string {
  const text =
    typeof value === "string"
      ? value
      : value instanceof JsonNumber
        ? value.literal
        : (JSON.stringify(value) ?? "");
  return cutText(cleanText(text), maxNotedLength).text;
}
