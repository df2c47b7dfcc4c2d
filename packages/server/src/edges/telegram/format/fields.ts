import { cleanText, cutText, isBlank } from "../../../core/text.ts";
import { isJsonObject } from "../../../http/body/json.ts";

/** A JSON object of the Bot API. Every field may be missing or of another type. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the object, or one without fields if the value is none. */
export const toFields = (value: unknown): Fields => (isJsonObject(value) ? value : {});

/** Returns the objects of a list. Other elements are left out. */
export const toList = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Returns a whole number that JavaScript represents exactly, or null. */
export const toInteger = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

/** Returns cleaned text of at most `max` code points. "" for anything else and for blank text. */
export function toText(value: unknown, max = Infinity): string {
  if (typeof value !== "string" || isBlank(value)) return "";
  return cutText(cleanText(value), max).text;
}
