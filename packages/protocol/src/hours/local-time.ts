/**
 * Formatters of local time by time zone. They are cached because creating one costs far more than
 * using one.
 */

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Bounds the memory that invalid names can occupy. No installation uses as many zones. */
const maxCachedTimeZones = 500;
export const dayMs = 86_400_000;

/**
 * Returns how many milliseconds the local time is ahead of UTC at `at`. Throws RangeError for an
 * unknown zone. Such zones are rejected when settings are saved.
 */
export function getOffset(timezone: string, at: number): number {
  const seconds = Math.floor(at / 1000) * 1000;
  const part: Record<string, number> = {};
  for (const { type, value } of getFormatter(timezone).formatToParts(seconds))
    part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
}

/**
 * Returns the next moment after `now` at which the clocks of a zone show a time of day, such as
 * `14:00`. If they skip it, the moment is an hour later.
 */
export function findNextTimeOfDay(timezone: string, time: string, now: number): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const today = Math.floor((now + getOffset(timezone, now)) / dayMs);
  const moments = [today, today + 1]
    .map((day) => day * dayMs + (hour * 60 + minute) * 60_000)
    // The clock may change before the time.
    .map((local) => local - getOffset(timezone, local - getOffset(timezone, local)));
  return Math.min(...moments.filter((at) => at > now));
}

/** Formats a local day as `2026-12-24`. The day is counted from 1970-01-01. */
export function formatDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function getFormatter(timezone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timezone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formatters.size >= maxCachedTimeZones) formatters.clear();
  formatters.set(timezone, formatter);
  return formatter;
}
