/** Wall-clock time of a zone. Intl knows every zone's history; a formatter costs far more than its use, so they are kept. */

const formatters = new Map<string, Intl.DateTimeFormat>();
/** More zones than one installation uses; the bound keeps hostile names out of memory. */
const mostZones = 500;
export const dayMs = 86_400_000;

/** Milliseconds that the zone's clocks are ahead of UTC at `at`. An unknown zone throws RangeError: saving refuses it. */
export function offsetAt(timezone: string, at: number): number {
  const seconds = Math.floor(at / 1000) * 1000;
  const part: Record<string, number> = {};
  for (const { type, value } of formatterOf(timezone).formatToParts(seconds)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
}

/** The date of a local day, counted from 1970-01-01: `2026-12-24`. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
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
  if (formatters.size >= mostZones) formatters.clear();
  formatters.set(timezone, made);
  return made;
}
