import { toVisibleLine } from "../../core/text.ts";

/** Reads values of a webhook. Everything that has another type than expected counts as absent. */

/** Returns a text, or a number as text. Anything else becomes "". */
export const toText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/** Returns text that fits on one line, such as a name. Returns "" if nothing is visible. */
export const toLine = (value: unknown): string => toVisibleLine(toText(value), 255);

/** Addresses of Meta's files have 300 to 600 characters. */
const maxAddressLength = 4_096;

/** Returns an address that begins with https:// or http://. Returns "" for anything else. */
export function toAddress(value: unknown): string {
  const text = toText(value);
  const isAddress =
    text.length <= maxAddressLength && /^https?:\/\//i.test(text) && URL.canParse(text);
  return isAddress ? text : "";
}

/** Returns a time of the service, which counts seconds since 1970, in milliseconds. */
export function toTime(value: unknown): number | null {
  const text = toText(value);
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  return seconds > 0 ? seconds * 1_000 : null;
}

/** Joins the parts that are not empty. */
export const joinLines = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join("\n");
