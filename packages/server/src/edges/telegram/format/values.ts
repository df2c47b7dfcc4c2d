import { cleanText, cutText, isBlank } from "../../../core/text.ts";

/** Returns a whole number that JavaScript represents exactly, or null. */
export const toInteger = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

/** Returns cleaned text of at most `max` code points. "" for anything else and for blank text. */
export function toText(value: unknown, max = Infinity): string {
  if (typeof value !== "string" || isBlank(value)) return "";
  return cutText(cleanText(value), max).text;
}
