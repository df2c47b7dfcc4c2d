import type { OpeningHours } from "@parlour/protocol/hours/open-hours";

/**
 * Opening hours in the format of the API and the configuration file. Intervals are `09:00-18:00`.
 */
export interface HoursFields {
  readonly timezone: string;
  readonly week: Readonly<Partial<Record<Day, readonly string[]>>>;
  readonly exceptions?: Readonly<Record<string, readonly string[]>>;
}
type Day = (typeof days)[number];
const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Parses opening hours (CORE-090). An error names the invalid part, such as `week.mon`. */
export function parseHours(
  form: HoursFields,
): { readonly hours: OpeningHours } | { readonly part: string; readonly fault: string } {
  if (!isTimeZone(form.timezone))
    return {
      part: "timezone",
      fault: `${form.timezone} is no IANA time zone; write one like Europe/London`,
    };
  const week: Partial<Record<Day, readonly (readonly [string, string])[]>> = {};
  for (const day of days) {
    const intervals = (form.week[day] ?? []).map(parseInterval);
    const invalidIndex = intervals.indexOf(null);
    if (invalidIndex >= 0)
      return { part: `week.${day}`, fault: invalidIntervalText(form.week[day]?.[invalidIndex]) };
    if (intervals.length > 0) week[day] = intervals.filter((interval1) => interval1 !== null);
  }
  const exceptions: Record<string, readonly (readonly [string, string])[]> = {};
  for (const [date, texts] of Object.entries(form.exceptions ?? {})) {
    if (!isDate(date))
      return { part: "exceptions", fault: `${date} is no date; write one like 2026-12-24` };
    const intervals = texts.map(parseInterval);
    const invalidIndex = intervals.indexOf(null);
    if (invalidIndex >= 0)
      return { part: `exceptions.${date}`, fault: invalidIntervalText(texts[invalidIndex]) };
    exceptions[date] = intervals.filter((interval1) => interval1 !== null);
  }
  return { hours: { timezone: form.timezone, week, exceptions } };
}

/** Parses stored hours, which were validated when they were saved. */
export function parseStoredHours(form: HoursFields): OpeningHours {
  const parseIntervals = (texts: readonly string[]): (readonly [string, string])[] =>
    texts.map((text) => [text.slice(0, 5), text.slice(6)] as const);
  return {
    timezone: form.timezone,
    week: Object.fromEntries(
      days.flatMap((day) => (form.week[day] ? [[day, parseIntervals(form.week[day])]] : [])),
    ),
    exceptions: Object.fromEntries(
      Object.entries(form.exceptions ?? {}).map(([date, texts]) => [date, parseIntervals(texts)]),
    ),
  };
}

/** Formats opening hours. The keys have a fixed order, so that equal hours give equal text. */
export function formatHours(hours: OpeningHours): Required<HoursFields> {
  const formatIntervals = (list: readonly (readonly [string, string])[]): string[] =>
    list.map(([from, to]) => `${from}-${to}`);
  return {
    timezone: hours.timezone,
    week: Object.fromEntries(
      days.flatMap((day) => (hours.week[day] ? [[day, formatIntervals(hours.week[day])]] : [])),
    ),
    exceptions: Object.fromEntries(
      Object.entries(hours.exceptions)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([date, list]) => [date, formatIntervals(list)]),
    ),
  };
}

function parseInterval(text: string): readonly [string, string] | null {
  const match = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(text);
  return match?.[1] !== undefined && match[2] !== undefined ? [match[1], match[2]] : null;
}
const invalidIntervalText = (text: string | undefined): string =>
  `${JSON.stringify(text)} is no interval; write one like 09:00-18:00`;

/**
 * Returns whether Intl supports this time zone name. Offsets such as +01:00 are rejected, because
 * they have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
