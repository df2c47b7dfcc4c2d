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

/** Returns a time of Viber in milliseconds since 1970, or undefined. */
export const toTime = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;

/** Returns an address that begins with https:// or http://, or "". */
export const toAddress = (value: unknown): string =>
  typeof value === "string" && URL.canParse(value) && /^https?:/i.test(value) ? value : "";
