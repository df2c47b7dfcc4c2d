import { findException, type ExceptionDetails } from "./exceptions.ts";
import { formatDay, dayMs, getOffset } from "./local-time.ts";

/** Maximum number of days in which the next opening time is searched. */
const maxSearchDays = 400;
const minuteMs = 60_000;
const dayMinutes = 1440;
/** The list starts with Thursday, because 1970-01-01 was a Thursday. */
const weekdays = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"] as const;

/**
 * Working hours (CORE-090). Days are `mon` … `sun`, intervals are `["09:00", "18:00"]`. An interval
 * that ends before it begins passes midnight. A date such as `2026-12-24` replaces its weekday, and
 * also the days up to the last day of its details.
 */
export interface OpeningHours {
  /** IANA name. */
  readonly timezone: string;
  readonly week: Readonly<
    Partial<
      Record<
        "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun",
        readonly (readonly [string, string])[]
      >
    >
  >;
  readonly exceptions: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  /** Names and last days of exceptions, by their first day (CORE-385). */
  readonly exceptionDetails?: Readonly<Record<string, ExceptionDetails>>;
}
/**
 * Returns whether the local time is in an open interval (CORE-090). An interval that ends when or
 * before it begins passes midnight and belongs to the day on which it began. A date in `exceptions`
 * replaces its weekday. When clocks are set back, the repeated hour counts twice.
 */
export function isOpen(hours: OpeningHours | null, at: number): boolean {
  return hours === null || isOpenLocal(hours, at + getOffset(hours.timezone, at));
}

/** Returns null if it is open now, or does not open within 400 days. */
export function nextOpening(hours: OpeningHours | null, at: number): number | null {
  if (hours === null || isOpen(hours, at)) return null;
  let from = at;
  let offset = getOffset(hours.timezone, from);
  for (const last = at + maxSearchDays * dayMs; from < last;) {
    const next = getOffset(hours.timezone, from + dayMs);
    // Clocks change at most once a day. Before and after the change the offset is constant.
    const to =
      next === offset ? from + dayMs : findOffsetChange(hours.timezone, from, from + dayMs, offset);
    const found = findFirstOpen(hours, from + offset, to + offset);
    if (found !== null) return found - offset;
    from = to;
    offset = next === offset ? offset : getOffset(hours.timezone, to);
  }
  return null;
}

/** Returns null if it is closed now, or stays open for a week. */
export function nextClosing(hours: OpeningHours | null, at: number): number | null {
  if (hours === null || !isOpen(hours, at)) return null;
  const offset = getOffset(hours.timezone, at);
  const today = Math.floor((at + offset) / dayMs);
  const ends = Array.from({ length: 9 }, (_, index) => today - 1 + index)
    .flatMap((day) =>
      getIntervals(hours, day).map(
        ([start, end]) => day * dayMs + endMinute(start, end) * minuteMs,
      ),
    )
    // The clock may change before the end.
    .map((local) => local - getOffset(hours.timezone, local - offset))
    .filter((end) => end > at && !isOpen(hours, end));
  return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * Returns how many milliseconds of [from, to) are open: the part of a wait in which an operator
 * could have answered (API-343). Without hours, the whole interval is open. A repeated hour counts
 * twice.
 */
export function openDurationMs(hours: OpeningHours | null, from: number, to: number): number {
  if (to <= from) return 0;
  if (hours === null) return to - from;
  let open = 0;
  for (let at = from; at < to;) {
    const offset = getOffset(hours.timezone, at);
    const day = Math.min(at + dayMs, to);
    const end =
      getOffset(hours.timezone, day) === offset
        ? day
        : Math.min(findOffsetChange(hours.timezone, at, day, offset), to);
    open += openLocalDurationMs(hours, at + offset, end + offset);
    at = end;
  }
  return open;
}

/** Returns when `time` open ms have passed since `from`, or null after 400 days. */
export function addOpenTime(hours: OpeningHours | null, from: number, time: number): number | null {
  if (hours === null) return from + time;
  let left = time;
  for (let at = from; at < from + maxSearchDays * dayMs; at += dayMs) {
    const open = openDurationMs(hours, at, at + dayMs);
    if (open >= left) return findOpenMoment(hours, at, left);
    left -= open;
  }
  return null;
}

/** Returns the first moment of the day after `from` at which `time` milliseconds were open. */
function findOpenMoment(hours: OpeningHours, from: number, time: number): number {
  let before = from;
  let after = from + dayMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (openDurationMs(hours, from, middle) >= time) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * Returns the open milliseconds of [from, to) for local time with a constant offset. Intervals may
 * overlap each other and those of the previous day.
 */
function openLocalDurationMs(hours: OpeningHours, from: number, to: number): number {
  let open = 0;
  let reached = from;
  for (let day = Math.floor(from / dayMs) - 1; day * dayMs < to; day++) {
    const intervals = getIntervals(hours, day).map(
      ([start, end]) => [parseMinute(start), endMinute(start, end)] as const,
    );
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

/** Returns the first open moment of local time in [from, to), with a constant offset. */
function findFirstOpen(hours: OpeningHours, from: number, to: number): number | null {
  if (isOpenLocal(hours, from)) return from;
  for (let day = Math.floor(from / dayMs); day * dayMs < to; day++) {
    const starts = getIntervals(hours, day)
      .map(([start]) => day * dayMs + parseMinute(start) * minuteMs)
      .filter((start) => start >= from && start < to);
    if (starts.length > 0) return Math.min(...starts);
  }
  return null;
}

/** Returns the first moment whose offset differs from the offset at `from`. */
function findOffsetChange(timezone: string, from: number, to: number, offset: number): number {
  let before = Math.floor(from / 1000);
  let after = Math.ceil(to / 1000);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (getOffset(timezone, middle * 1000) === offset) before = middle;
    else after = middle;
  }
  return after * 1000;
}

function isOpenLocal(hours: OpeningHours, local: number): boolean {
  const day = Math.floor(local / dayMs);
  const minute = Math.floor((local - day * dayMs) / minuteMs);
  return (
    getIntervals(hours, day).some(
      ([start, end]) => minute >= parseMinute(start) && minute < endMinute(start, end),
    ) ||
    getIntervals(hours, day - 1).some(([start, end]) => minute + dayMinutes < endMinute(start, end))
  );
}

/** Returns the intervals that begin on a local day. The day is counted from 1970-01-01. */
function getIntervals(hours: OpeningHours, day: number): readonly (readonly [string, string])[] {
  const date = findException(hours.exceptions, hours.exceptionDetails, formatDay(day));
  if (date !== null) return hours.exceptions[date] ?? [];
  return hours.week[weekdays[((day % 7) + 7) % 7] ?? "mon"] ?? [];
}

/** In minutes since the start of the day; over 1440 if it passes midnight. */
function endMinute(start: string, end: string): number {
  return parseMinute(end) > parseMinute(start) ? parseMinute(end) : parseMinute(end) + dayMinutes;
}
/** Parses a time such as `09:30` into minutes. `24:00` is the end of the day. */
function parseMinute(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
