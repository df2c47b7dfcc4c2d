import { JsonNumber } from "../../../http/body/json.ts";

/** Returns whether the value is `undefined`, `null` or `""`. */
export function isBlankValue(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Upper limit of the ids of chats and visitors, exclusive (CORE-004). */
const idLimit = 2 ** 31;

/** Parses a chat or client id from a text or number (BOT-025), or returns null. */
export function parseId(value: unknown): number | null {
  const literal = value instanceof JsonNumber ? Number(value.literal) : value;
  const id =
    typeof literal === "string" ? (/^[1-9]\d{0,9}$/.test(literal) ? Number(literal) : 0) : literal;
  return typeof id === "number" && Number.isInteger(id) && id > 0 && id < idLimit ? id : null;
}

/** Returns whether the value is the chat or client id of test events (BOT-087). */
export function isTestId(value: unknown): boolean {
  return value === "0" || value === 0 || (value instanceof JsonNumber && value.literal === "0");
}

/** Numbers from this one up are milliseconds, smaller ones are seconds (BOT-026). */
const minMilliseconds = 1e11;
/** End of the year 9999, the last time that ISO 8601 can express. */
const maxTimestampMs = 253_402_300_799_999;

/**
 * Parses seconds or milliseconds as a number or text, or an ISO 8601 time (BOT-026). Returns ms
 * since 1970, or null if there is no value.
 */
export function parseBotTime(value: unknown): number | null | "unreadable" {
  if (isBlankValue(value)) return null;
  const literal = value instanceof JsonNumber ? value.literal : value;
  const number =
    typeof literal === "string"
      ? /^\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/.test(literal)
        ? Number(literal)
        : null
      : literal;
  const ms =
    typeof number === "number"
      ? Math.round(number >= minMilliseconds ? number : number * 1_000)
      : parseIsoTime(literal);
  return Number.isFinite(ms) && ms >= 0 && ms <= maxTimestampMs ? ms : "unreadable";
}

function parseIsoTime(value: unknown): number {
  if (typeof value !== "string") return Number.NaN;
  const iso =
    /^\s*\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?\s*$/i.exec(
      value,
    );
  if (iso === null) return Number.NaN;
  const text = value.trim().replace(" ", "T").replace(",", ".");
  // A time without a zone is UTC, because the zone of this server is unrelated to the provider.
  return Date.parse(/T/i.test(text) && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? `${text}Z` : text);
}
