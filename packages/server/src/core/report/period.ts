import { dateOf, dayMs, offsetAt } from "../hours/local.ts";

/** Days of a zone, both included. */
export interface Period {
  /** `2026-11-20`. */
  readonly from: string;
  readonly to: string;
}
/** Longest period of a report. */
export const mostDays = 400;
const hourMs = 3_600_000;

/** A date of the calendar as the number of its day since 1970-01-01; null: there is no such date. */
export function dayOf(date: string): number | null {
  const at = Date.parse(`${date}T00:00:00.000Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && Number.isFinite(at) && dateOf(at / dayMs) === date ? at / dayMs : null;
}
export const daysOf = ({ from, to }: Period): number => (dayOf(to) ?? 0) - (dayOf(from) ?? 0) + 1;

/** What a period is compared with: as many days right before it, or the same weekdays 52 weeks before. */
export function periodBefore(period: Period, compare: "before" | "year"): Period {
  const back = compare === "before" ? daysOf(period) : 52 * 7;
  const moved = (date: string): string => dateOf((dayOf(date) ?? 0) - back);
  return { from: moved(period.from), to: moved(period.to) };
}

/** So many days up to one. */
export const lastDays = (to: string, days: number): Period => ({ from: dateOf((dayOf(to) ?? 0) - days + 1), to });

/** The date in a zone. */
export const dateAt = (timezone: string, at: number): string => dateOf(Math.floor((at + offsetAt(timezone, at)) / dayMs));

/** Hours of a day as the clock on the wall shows them; one of a day on which clocks change may come twice, or not at all. */
export interface DayHours {
  readonly date: string;
  /** 1 is Monday. */
  readonly weekday: number;
  /** Milliseconds since 1970. */
  readonly start: number;
  /** When another hour begins to be shown, and which. */
  readonly hours: readonly { readonly start: number; readonly hour: number }[];
}

/** The days of a period, in their order; `end`: when the last one is over. */
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

/** The first moment that belongs to a local day (`dayOf`): where clocks skip midnight, the first one after it. */
export function startOf(timezone: string, day: number): number {
  const midnight = day * dayMs;
  // Clocks are at most 14 hours ahead and 12 behind.
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
  // Zones change by quarters of an hour at the finest (Lord Howe: 30 minutes).
  const found: { start: number; hour: number }[] = [];
  for (let at = start; at < end; at += hourMs / 4) {
    const hour = local(at, offsetAt(timezone, at));
    if (found.at(-1)?.hour !== hour || at === start) found.push({ start: at, hour });
  }
  return found;
}
