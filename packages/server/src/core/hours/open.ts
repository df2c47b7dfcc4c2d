import type { AccountConfig, Hours } from "../ports.ts";
import { savedHours, type HoursForm } from "./form.ts";
import { dateOf, dayMs, offsetAt } from "./local.ts";

/** How far ahead the next opening is looked for. */
const farthestDays = 400;
const minuteMs = 60_000;
const dayMinutes = 1440;
/** 1970-01-01 was a Thursday. */
const weekdays = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"] as const;

/**
 * The hours that count for a chat: its department's own ones, else those of its widget, else the account's (CORE-091). null: always open.
 * `channelId` absent: no channel is looked at.
 */
export function hoursFor(
  config: Pick<AccountConfig, "departments" | "hours"> & Partial<Pick<AccountConfig, "channels">>,
  departmentId: number | null,
  channelId?: number,
): Hours | null {
  const department = departmentId === null ? null : config.departments.get(departmentId)?.hours;
  if (department) return department;
  const own = channelId === undefined ? null : config.channels?.get(channelId)?.widget?.hours;
  return own ? savedHours(own as HoursForm) : config.hours;
}

/**
 * Whether the clock on the wall shows an open minute (CORE-090). An interval that ends when or before it begins passes midnight and
 * belongs to the day it began; a date in `exceptions` replaces its weekday. When clocks are put back, an hour that is shown twice counts twice.
 */
export function isOpen(hours: Hours | null, at: number): boolean {
  return hours === null || isOpenLocal(hours, at + offsetAt(hours.timezone, at));
}

/** When it opens next; null while it is open, and when that is not within 400 days. */
export function nextOpening(hours: Hours | null, at: number): number | null {
  if (hours === null || isOpen(hours, at)) return null;
  let from = at;
  let offset = offsetAt(hours.timezone, from);
  for (const last = at + farthestDays * dayMs; from < last;) {
    const next = offsetAt(hours.timezone, from + dayMs);
    // Clocks change at most once in a day; before and after that moment local time runs evenly.
    const to = next === offset ? from + dayMs : changeBetween(hours.timezone, from, from + dayMs, offset);
    const found = firstOpen(hours, from + offset, to + offset);
    if (found !== null) return found - offset;
    from = to;
    offset = next === offset ? offset : offsetAt(hours.timezone, to);
  }
  return null;
}

/**
 * Milliseconds of [from, to) that are open: how long somebody waited while somebody could have come (API-074). Without hours all of them; an
 * hour that is shown twice counts twice.
 */
export function openMs(hours: Hours | null, from: number, to: number): number {
  if (to <= from) return 0;
  if (hours === null) return to - from;
  let open = 0;
  for (let at = from; at < to;) {
    const offset = offsetAt(hours.timezone, at);
    const day = Math.min(at + dayMs, to);
    const end = offsetAt(hours.timezone, day) === offset ? day : Math.min(changeBetween(hours.timezone, at, day, offset), to);
    open += openLocalMs(hours, at + offset, end + offset);
    at = end;
  }
  return open;
}

/** Of local time that runs evenly. Intervals may overlap, also with what is left of the day before. */
function openLocalMs(hours: Hours, from: number, to: number): number {
  let open = 0;
  let reached = from;
  for (let day = Math.floor(from / dayMs) - 1; day * dayMs < to; day++) {
    const intervals = intervalsOf(hours, day).map(([start, end]) => [minuteOf(start), endOf(start, end)] as const);
    for (const [start, end] of intervals.toSorted((a, b) => a[0] - b[0])) {
      const begins = Math.max(day * dayMs + start * minuteMs, reached);
      const ends = Math.min(day * dayMs + end * minuteMs, to);
      if (ends <= begins) continue;
      open += ends - begins;
      reached = ends;
    }
  }
  return open;
}

/** First open moment of local time in [from, to), where it runs evenly. */
function firstOpen(hours: Hours, from: number, to: number): number | null {
  if (isOpenLocal(hours, from)) return from;
  for (let day = Math.floor(from / dayMs); day * dayMs < to; day++) {
    const starts = intervalsOf(hours, day)
      .map(([start]) => day * dayMs + minuteOf(start) * minuteMs)
      .filter((start) => start >= from && start < to);
    if (starts.length > 0) return Math.min(...starts);
  }
  return null;
}

/** The first moment with another offset than at `from`. */
function changeBetween(timezone: string, from: number, to: number, offset: number): number {
  let before = Math.floor(from / 1000);
  let after = Math.ceil(to / 1000);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(timezone, middle * 1000) === offset) before = middle;
    else after = middle;
  }
  return after * 1000;
}

function isOpenLocal(hours: Hours, local: number): boolean {
  const day = Math.floor(local / dayMs);
  const minute = Math.floor((local - day * dayMs) / minuteMs);
  return (
    intervalsOf(hours, day).some(([start, end]) => minute >= minuteOf(start) && minute < endOf(start, end)) ||
    intervalsOf(hours, day - 1).some(([start, end]) => minute + dayMinutes < endOf(start, end))
  );
}

/** Intervals that begin on a local day, counted from 1970-01-01. */
function intervalsOf(hours: Hours, day: number): readonly (readonly [string, string])[] {
  // Own keys only: dates and weekdays come from settings.
  const date = dateOf(day);
  if (Object.hasOwn(hours.exceptions, date)) return hours.exceptions[date] ?? [];
  return hours.week[weekdays[((day % 7) + 7) % 7] ?? "mon"] ?? [];
}

/** Minutes since the day of `start` began; over 1440 when the interval passes midnight. */
function endOf(start: string, end: string): number {
  return minuteOf(end) > minuteOf(start) ? minuteOf(end) : minuteOf(end) + dayMinutes;
}
/** `09:30`; `24:00` is the end of the day. */
function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
