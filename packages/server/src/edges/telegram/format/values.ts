import { cleanText, cutText, isBlank } from "../../../core/text.ts";
import type { JsonObject } from "../../../http/body/json.ts";

/** Maximum length of a name, a title or a phone number, in code points. */
const maxLabelLength = 255;

/** Returns a whole number that JavaScript represents exactly, or null. */
export const toInteger = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

/** Returns cleaned text of at most `max` code points. "" for anything else and for blank text. */
export function toText(value: unknown, max = Infinity): string {
  if (typeof value !== "string" || isBlank(value)) return "";
  return cutText(cleanText(value), max).text;
}

/** Returns a field that is shown on one line, such as a title. */
export const toLabel = (fields: JsonObject, name: string): string =>
  toText(fields[name], maxLabelLength);

/** Returns the full name of a user or of a private chat. */
export const toName = (user: JsonObject): string =>
  [toLabel(user, "first_name"), toLabel(user, "last_name")].filter(Boolean).join(" ");
