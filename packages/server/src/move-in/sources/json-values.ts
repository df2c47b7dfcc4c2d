/** An object of an answer. Other systems answer with any fields, so each value is checked. */
export type Json = Readonly<Record<string, unknown>>;

export const toObject = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Text without spaces at its ends. undefined: none, or empty. */
export function toText(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}
/** Name or title with the maximum length of records. */
export const toName = (value: unknown): string => (toText(value) ?? "").slice(0, 300);
/** Id as text. undefined: none. */
export const toId = (value: unknown): string | undefined => toText(value)?.slice(0, 200);

/**
 * Returns a time of an answer as RFC 3339: seconds since 1970, or a text with a date. undefined:
 * none, or no time from 1970 to 9999.
 */
export function toTime(value: unknown): string | undefined {
  const ms = typeof value === "number" ? value * 1_000 : Date.parse(toText(value) ?? "");
  return ms > 0 && ms < 253_402_300_800_000 ? new Date(ms).toISOString() : undefined;
}

/** Returns the fields of an object that are neither undefined nor null. */
export const omitEmpty = <T extends Json>(value: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined && field !== null),
  ) as { [K in keyof T]: NonNullable<T[K]> };
