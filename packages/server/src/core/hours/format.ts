import type { ExceptionDetails, Exceptions } from "@parlour/protocol/hours/exceptions";
import type { WorkingHours } from "@parlour/protocol/entity/hours";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findDetailsFault, isDate } from "./exception-details.ts";

/**
 * Opening hours in the format of the API and the configuration file. Intervals are `09:00-18:00`.
 */
export interface HoursFields {
  readonly timezone: string;
  readonly week: Readonly<Partial<Record<Day, readonly string[]>>>;
  readonly exceptions?: Readonly<Record<string, readonly string[]>>;
  readonly exception_details?: Exceptions<ExceptionDetails>;
}
type Day = (typeof days)[number];
const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/**
 * Parses opening hours (CORE-090, CORE-385). An error names the invalid part, such as `week.mon`.
 */
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
  const details = form.exception_details;
  const fault = findDetailsFault(exceptions, details);
  return fault ?? { hours: { timezone: form.timezone, week, exceptions, ...pickDetails(details) } };
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
    ...pickDetails(form.exception_details),
  };
}

/**
 * Formats opening hours. The keys have a fixed order, so that equal hours give equal text. Details
 * of exceptions are absent if there are none.
 */
export function formatHours(
  hours: OpeningHours,
): Required<Omit<HoursFields, "exception_details">> & Pick<HoursFields, "exception_details"> {
  const formatIntervals = (list: readonly (readonly [string, string])[]): string[] =>
    list.map(([from, to]) => `${from}-${to}`);
  const { exceptionDetails } = pickDetails(hours.exceptionDetails);
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
    ...omitAbsent({ exception_details: exceptionDetails }),
  };
}

/** Serializes stored working hours as the service API has them. */
export function serializeWorkingHours(hours: OpeningHours): Required<WorkingHours> {
  const { timezone, week, exceptions, ...rest } = formatHours(hours);
  return {
    timezone,
    week: toMutable(week),
    exceptions: toMutable(exceptions),
    exception_details: { ...rest.exception_details },
  };
}
const toMutable = (
  lists: Readonly<Record<string, readonly string[] | undefined>>,
): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, [...(list ?? [])]]));

/**
 * Returns the details in a fixed order, with trimmed names. A last day that is the first one too,
 * and details without a value, are left out.
 */
function pickDetails(
  details: Exceptions<ExceptionDetails> | undefined,
): Pick<OpeningHours, "exceptionDetails"> {
  const entries = Object.entries(details ?? {})
    .map(([date, { name, until }]) => {
      const value = omitAbsent({
        name: name?.trim(),
        until: until === undefined || until === date ? undefined : until,
      });
      return [date, value] as const;
    })
    .filter(([, value]) => Object.keys(value).length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? {} : { exceptionDetails: Object.fromEntries(entries) };
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
