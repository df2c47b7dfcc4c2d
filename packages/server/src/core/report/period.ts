import { formatDay, dayMs, getOffset } from "@parlour/protocol/hours/local-time";

/** A range of days in a time zone. Both ends are inclusive. */
export interface Period {
  /** A date such as `2026-11-20`. */
  readonly from: string;
  readonly to: string;
}
/** Maximum length of a report's period in days. */
export const maxReportDays = 400;
const hourMs = 3_600_000;

/** Parses a date to the number of days since 1970-01-01, or returns null if the date is invalid. */
export function parseDay(date: string): number | null {
  const at = Date.parse(`${date}T00:00:00.000Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && Number.isFinite(at) && formatDay(at / dayMs) === date
    ? at / dayMs
    : null;
}
export const countDays = ({ from, to }: Period): number =>
  (parseDay(to) ?? 0) - (parseDay(from) ?? 0) + 1;

/** Returns as many days directly before the period, or the same weekdays 52 weeks earlier. */
export function comparisonPeriod(period: Period, compare: "before" | "year"): Period {
  const daysBack = compare === "before" ? countDays(period) : 52 * 7;
  const shift = (date: string): string => formatDay((parseDay(date) ?? 0) - daysBack);
  return { from: shift(period.from), to: shift(period.to) };
}

/** Returns the period of `days` days that ends on `to`. */
export const lastDaysUntil = (to: string, days: number): Period => ({
  from: formatDay((parseDay(to) ?? 0) - days + 1),
  to,
});

/** Returns the local date of a point in time. */
export const formatDateAt = (timezone: string, at: number): string =>
  formatDay(Math.floor((at + getOffset(timezone, at)) / dayMs));

/** Local hours of a day. On days with a clock change an hour can be repeated or missing. */
export interface DayHours {
  readonly date: string;
  /** Day of the week. 1 is Monday. */
  readonly weekday: number;
  /** Start of the day in milliseconds since 1970. */
  readonly start: number;
  /** Start of each local hour in milliseconds since 1970, and the local hour. */
  readonly hours: readonly { readonly start: number; readonly hour: number }[];
}

/** Returns the days of a period in order, and the end of the last day in `end`. */
export function buildCalendar(
  timezone: string,
  period: Period,
): { readonly days: readonly DayHours[]; readonly end: number } {
  const first = parseDay(period.from) ?? 0;
  const starts: number[] = [];
  for (let n = 0; n <= countDays(period); n++) starts.push(startOfDay(timezone, first + n));
  const days = starts.slice(0, -1).map((start, n): DayHours => {
    const day = first + n;
    return {
      date: formatDay(day),
      weekday: ((day + 3) % 7) + 1,
      start,
      hours: listHours(timezone, start, starts[n + 1] ?? start),
    };
  });
  return { days, end: starts.at(-1) ?? 0 };
}

/**
 * Returns the first moment of a local day, whose number comes from `parseDay`. If clocks skip
 * midnight, it is the first moment after midnight.
 */
export function startOfDay(timezone: string, day: number): number {
  const midnight = day * dayMs;
  // Local time is at most 14 hours ahead of UTC and 12 hours behind it.
  let before = midnight - 15 * hourMs;
  let after = midnight + 15 * hourMs;
  const guess = midnight - getOffset(timezone, midnight - getOffset(timezone, midnight));
  if (isOnOrAfterDay(timezone, guess, day) && !isOnOrAfterDay(timezone, guess - 1000, day))
    return guess;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (isOnOrAfterDay(timezone, middle, day)) after = middle;
    else before = middle;
  }
  return after;
}
const isOnOrAfterDay = (timezone: string, at: number, day: number): boolean =>
  at + getOffset(timezone, at) >= day * dayMs;

function listHours(timezone: string, start: number, end: number): DayHours["hours"] {
  const offset = getOffset(timezone, start);
  const local = (at: number, offsetMs: number): number =>
    Math.floor(((((at + offsetMs) % dayMs) + dayMs) % dayMs) / hourMs);
  if (end - start === dayMs && getOffset(timezone, end - 1) === offset)
    return Array.from({ length: 24 }, (_, hour) => ({ start: start + hour * hourMs, hour }));
  // Clock changes are multiples of a quarter of an hour. Lord Howe has 30 minutes.
  const hourStarts: { start: number; hour: number }[] = [];
  for (let at = start; at < end; at += hourMs / 4) {
    const hour = local(at, getOffset(timezone, at));
    if (hourStarts.at(-1)?.hour !== hour || at === start) hourStarts.push({ start: at, hour });
  }
  return hourStarts;
}
