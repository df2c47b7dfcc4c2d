import { dayMs } from "./local-time.ts";

/** Maximum number of days of an exception (CORE-385). */
export const maxExceptionDays = 366;
/** Maximum length of the name of an exception. */
export const maxExceptionName = 80;

/** Details of an exceptional date of working hours (CORE-385). */
export interface ExceptionDetails {
  readonly name?: string;
  /** Last day, such as `2027-01-02`. Absent: the exception is one day long. */
  readonly until?: string;
}
/** Exceptions of working hours: a value by first day, such as `2026-12-24`. */
export type Exceptions<T> = Readonly<Record<string, T>>;

/** Finds the exception of a day by its first day. Only own keys: dates come from settings. */
export function findException(
  exceptions: Exceptions<unknown>,
  details: Exceptions<ExceptionDetails> | undefined,
  day: string,
): string | null {
  if (Object.hasOwn(exceptions, day)) return day;
  const found = Object.entries(details ?? {}).find(
    ([date, { until }]) =>
      until !== undefined && date < day && day <= until && Object.hasOwn(exceptions, date),
  );
  return found?.[0] ?? null;
}

/** Returns the number of days from the first to the last one, both included. */
export const countDays = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;

/** Returns the first pair of exceptions that share a day, in order of their first days, or null. */
export function findOverlap<T extends { readonly date: string; readonly until: string }>(
  exceptions: readonly T[],
): readonly [T, T] | null {
  const sorted = [...exceptions].sort((a, b) => (a.date < b.date ? -1 : 1));
  for (const [index, next] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before !== undefined && before.until >= next.date) return [before, next];
  }
  return null;
}
