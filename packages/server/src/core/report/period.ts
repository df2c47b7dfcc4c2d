import { dateOf, dayMs, offsetAt } from "../hours/local.ts";

/** Days of a time zone, both inclusive. */
export interface Period {
  /** `2026-11-20`. */
  readonly from: string;
  readonly to: string;
}
/** Maximum length of a report's period in days. */
export const mostDays = 400;
const hourMs = 3_600_000;

/** Parses a date to the number of days since 1970-01-01; null: invalid. */
export function dayOf(date: string): number | null {
  const at = Date.parse(`${date}T00:00:00.000Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && Number.isFinite(at) && dateOf(at / dayMs) === date ? at / dayMs : null;
}
export const daysOf = ({ from, to }: Period): number => (dayOf(to) ?? 0) - (dayOf(from) ?? 0) + 1;

/**
 * Returns the period to compare with: the same number of days before, or the same weekdays 52 weeks
 * earlier.
 */
export function periodBefore(period: Period, compare: "before" | "year"): Period {
  const back = compare === "before" ? daysOf(period) : 52 * 7;
  const moved = (date: string): string => dateOf((dayOf(date) ?? 0) - back);
  return { from: moved(period.from), to: moved(period.to) };
}

/** Returns the period of `days` days that ends on `to`. */
export const lastDays = (to: string, days: number): Period => ({ from: dateOf((dayOf(to) ?? 0) - days + 1), to });

/** Returns the local date of a time. */
export const dateAt = (timezone: string, at: number): string => dateOf(Math.floor((at + offsetAt(timezone, at)) / dayMs));

/** Local hours of a day. On days with a clock change an hour may be repeated or missing. */
export interface DayHours {
  readonly date: string;
  /** 1 is Monday. */
  readonly weekday: number;
  /** Start of the day in milliseconds since 1970. */
  readonly start: number;
  /** Start of each local hour in milliseconds since 1970, and the hour. */
  readonly hours: readonly { readonly start: number; readonly hour: number }[];
}

/** Returns the days of a period in order; `end`: end of the last day. */
export function calendar(timezone: string, period: Period): { readonly days: readonly DayHours[]; readonly end: number } {
  const first = dayOf(period.from) ?? 0;
  const starts: number[] = [];
  for (let n = 0; n <= daysOf(period); n++) starts.push(startOf(timezone, first + n));
  const days = starts.slice(0, -1).map((start, n): DayHours => {
    const day = first + n;
    return { date: dateOf(day), weekday: ((day + 3) % 7) + 1, start, hours: hoursBetween(timezone, start, starts[n + 1] ?? start) };
  });
  return { days, end: starts.at(-1) ?? 0 };
}

/**
 * Returns the first moment of a local day (`parseDay`); if clocks skip midnight, the first moment
 * after it.
 */
export function startOf(timezone: string, day: number): number {
  const midnight = day * dayMs;
  // Clocks are at most 14 hours ahead of UTC and 12 hours behind.
  let before = midnight - 15 * hourMs;
  let after = midnight + 15 * hourMs;
  const guess = midnight - offsetAt(timezone, midnight - offsetAt(timezone, midnight));
  if (isOn(timezone, guess, day) && !isOn(timezone, guess - 1000, day)) return guess;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (isOn(timezone, middle, day)) after = middle;
    else before = middle;
  }
  return after;
}
const isOn = (timezone: string, at: number, day: number): boolean => at + offsetAt(timezone, at) >= day * dayMs;

function hoursBetween(timezone: string, start: number, end: number): DayHours["hours"] {
  const offset = offsetAt(timezone, start);
  const local = (at: number, ahead: number): number => Math.floor(((((at + ahead) % dayMs) + dayMs) % dayMs) / hourMs);
  if (end - start === dayMs && offsetAt(timezone, end - 1) === offset)
    return Array.from({ length: 24 }, (_, hour) => ({ start: start + hour * hourMs, hour }));
  // Offsets change by at least a quarter of an hour (Lord Howe: 30 minutes).
  const found: { start: number; hour: number }[] = [];
  for (let at = start; at < end; at += hourMs / 4) {
    const hour = local(at, offsetAt(timezone, at));
    if (found.at(-1)?.hour !== hour || at === start) found.push({ start: at, hour });
  }
  return found;
}
