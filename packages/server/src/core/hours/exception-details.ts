import {
  countDays,
  findOverlap,
  maxExceptionDays,
  type ExceptionDetails,
  type Exceptions,
} from "@parlour/protocol/hours/exceptions";

/**
 * Finds the first invalid name or last day of an exception (CORE-385). Returns the invalid part,
 * such as `exception_details.2026-12-24.until`, and the error. The dates in `exceptions` are valid.
 */
export function findDetailsFault(
  exceptions: Exceptions<unknown>,
  details: Exceptions<ExceptionDetails> = {},
): { readonly part: string; readonly fault: string } | null {
  for (const [date, { until }] of Object.entries(details)) {
    const part = `exception_details.${date}`;
    if (!Object.hasOwn(exceptions, date))
      return { part, fault: `${date} is no exception; add it to exceptions` };
    if (until === undefined) continue;
    if (!isDate(until))
      return { part: `${part}.until`, fault: `${until} is no date; write one like 2027-01-02` };
    if (until < date) return { part: `${part}.until`, fault: `${until} is before ${date}` };
    if (countDays(date, until) > maxExceptionDays)
      return {
        part: `${part}.until`,
        fault: `an exception has at most ${maxExceptionDays} days`,
      };
  }
  const overlap = findOverlap(
    Object.keys(exceptions).map((date) => ({ date, until: details[date]?.until ?? date })),
  );
  return (
    overlap && {
      part: `exception_details.${overlap[0].date}.until`,
      fault: `the exceptions of ${overlap[0].date} and ${overlap[1].date} share a day`,
    }
  );
}

/**
 * Returns the details to store. If none are sent, the stored ones of dates that remain are kept,
 * because the client may not know them (CORE-385).
 */
export function mergeDetails(
  sent: Exceptions<ExceptionDetails> | undefined,
  stored: Exceptions<ExceptionDetails> | undefined,
  exceptions: Exceptions<unknown>,
): Exceptions<ExceptionDetails> {
  return (
    sent ??
    Object.fromEntries(
      Object.entries(stored ?? {}).filter(([date]) => Object.hasOwn(exceptions, date)),
    )
  );
}

/** Returns whether the text is a date that exists, such as `2026-12-24`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
