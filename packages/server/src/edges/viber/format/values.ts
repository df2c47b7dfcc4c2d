import { cleanText, isBlank, toVisibleLine } from "../../../core/text.ts";
import { JsonNumber, type JsonObject } from "../../../http/body/json.ts";

/** Returns cleaned text. "" for anything else and for blank text. */
export const toText = (value: unknown): string =>
  typeof value === "string" && !isBlank(value) ? cleanText(value) : "";

/** Returns text on one line, such as a name. */
export const toLabel = (fields: JsonObject, name: string): string =>
  toVisibleLine(toText(fields[name]), 255);

/** Returns a number of Viber, as its digits: `message_token` has 64 bits. "" for anything else. */
export function toDigits(value: unknown): string {
  const literal =
    value instanceof JsonNumber ? value.literal : typeof value === "number" ? String(value) : value;
  return typeof literal === "string" && /^\d{1,20}$/.test(literal) ? literal : "";
}

/** Returns a number that may be written as a text, such as `50.10`. NaN for anything else. */
export function toNumber(value: unknown): number {
  const literal = value instanceof JsonNumber ? value.literal : value;
  return typeof literal === "number" || (typeof literal === "string" && literal.trim() !== "")
    ? Number(literal)
    : Number.NaN;
}

/** The last millisecond of the year 9999. */
const maxTime = 253_402_300_799_999;

/** Returns a time of Viber in milliseconds since 1970, or undefined. */
export const toTime = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= maxTime
    ? value
    : undefined;

/** Returns an address that begins with https:// or http://, or "". */
export const toAddress = (value: unknown): string =>
  typeof value === "string" && URL.canParse(value) && /^https?:/i.test(value) ? value : "";
