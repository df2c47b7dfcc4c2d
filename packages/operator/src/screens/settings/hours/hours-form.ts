import type { WorkingHours } from "@parlour/protocol/api";
import {
  countDays,
  findOverlap,
  maxExceptionDays,
  type ExceptionDetails,
} from "@parlour/protocol/hours/exceptions";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { formatDays } from "./format.ts";
import { t } from "./text.ts";
import { listFields, type SettingField } from "../kit/setting-field.ts";

export const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type WeekDay = (typeof weekDays)[number];
/** Start and end as typed. */
export type TimeRange = readonly [string, string];

/** Form values of working hours (CORE-090). */
export interface HoursValues {
  readonly timezone: string;
  readonly week: Readonly<Record<WeekDay, readonly TimeRange[]>>;
  /** Exceptions in ascending order of date. */
  readonly exceptions: readonly ExceptionValues[];
}
/** Form values of an exception (CORE-385). A day is a date, or the text as typed. */
export interface ExceptionValues {
  readonly date: string;
  /** The last day, which is the first one too if the exception is one day long. */
  readonly until: string;
  readonly name: string;
  readonly spans: readonly TimeRange[];
}

/** Returns 9:00 to 18:00 on weekdays in the browser's time zone. */
export function createDefaultHours(): HoursValues {
  const workday: readonly TimeRange[] = [["09:00", "18:00"]];
  return {
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    week: {
      mon: workday,
      tue: workday,
      wed: workday,
      thu: workday,
      fri: workday,
      sat: [],
      sun: [],
    },
    exceptions: [],
  };
}

export function toHoursValues(hours: WorkingHours): HoursValues {
  const parseRanges = (texts: readonly string[] = []) => texts.map(parseRange);
  const details: Readonly<Record<string, ExceptionDetails>> = hours.exception_details ?? {};
  return {
    timezone: hours.timezone,
    week: Object.fromEntries(
      weekDays.map((day) => [day, parseRanges(hours.week[day])]),
    ) as unknown as HoursValues["week"],
    exceptions: Object.entries(hours.exceptions ?? {})
      .map(([date, texts]) => ({
        date,
        until: details[date]?.until ?? date,
        name: details[date]?.name ?? "",
        spans: parseRanges(texts),
      }))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
  };
}

export function toApiHours(values: HoursValues): Required<WorkingHours> {
  const formatRanges = (ranges: readonly TimeRange[]) =>
    ranges.map(([from, to]) => `${padTime(from)}-${padTime(to)}`);
  return {
    timezone: values.timezone,
    week: Object.fromEntries(
      weekDays.flatMap((day) =>
        values.week[day].length === 0 ? [] : [[day, formatRanges(values.week[day])]],
      ),
    ),
    exceptions: Object.fromEntries(
      values.exceptions.map(({ date, spans }) => [date, formatRanges(spans)]),
    ),
    exception_details: toDetails(values),
  };
}

/** Returns valid hours in the form in which they are evaluated. */
export function toOpeningHours(values: HoursValues): OpeningHours {
  const parse = (ranges: readonly TimeRange[]) =>
    ranges.map(([from, to]) => [padTime(from), padTime(to)] as const);
  return {
    timezone: values.timezone,
    week: Object.fromEntries(weekDays.map((day) => [day, parse(values.week[day])])),
    exceptions: Object.fromEntries(
      values.exceptions.map(({ date, spans }) => [date, parse(spans)]),
    ),
    exceptionDetails: toDetails(values),
  };
}

const toDetails = ({ exceptions }: HoursValues): Record<string, ExceptionDetails> =>
  Object.fromEntries(
    exceptions
      .map(({ date, until, name }) => {
        const details = omitAbsent({
          name: name.trim() || undefined,
          until: until === date ? undefined : until,
        });
        return [date, details] as const;
      })
      .filter(([, details]) => Object.keys(details).length > 0),
  );

/**
 * Returns the first day that differs from the saved hours: a weekday or a date such as
 * `2026-12-24`. Null if there is none, or if no hours are saved.
 */
export function findChangedDay(
  values: HoursValues,
  saved: HoursValues | null,
): { readonly day: string; readonly ranges: readonly TimeRange[] } | null {
  if (saved === null) return null;
  const weekday = weekDays.find((day) => !isSame(values.week[day], saved.week[day]));
  if (weekday !== undefined) return { day: weekday, ranges: values.week[weekday] };
  const changed = values.exceptions.find(({ date, until, spans }) => {
    const stored = saved.exceptions.find((other) => other.date === date);
    return !isSame(spans, stored?.spans) || until !== stored?.until;
  });
  return changed === undefined ? null : { day: changed.date, ranges: changed.spans };
}

/** Returns whether an exception differs from the saved ones. */
export const isExceptionChanged = (values: ExceptionValues, saved: HoursValues | null): boolean =>
  saved !== null &&
  !saved.exceptions.some((other) => JSON.stringify(other) === JSON.stringify(values));

/** Returns whether two days have the same hours as typed. */
export const isSame = (
  one: readonly TimeRange[],
  other: readonly TimeRange[] | undefined,
): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the first error, or null. */
export function validateHours(values: HoursValues): string | null {
  if (!isTimeZone(values.timezone)) return t("hours.zone.wrong");
  const exceptionError = validateExceptions(values.exceptions);
  if (exceptionError !== null) return exceptionError;
  const ranges = [
    ...weekDays.flatMap((day) => values.week[day]),
    ...values.exceptions.flatMap((day) => day.spans),
  ];
  if (ranges.some(([from, to]) => !isTime(from) || from.trim() === "24:00" || !isTime(to)))
    return t("hours.wrong");
  return ranges.some(([from, to]) => padTime(from) === padTime(to)) ? t("hours.same") : null;
}

/** Returns the first error of the days of exceptions, or null. */
export function validateExceptions(exceptions: readonly ExceptionValues[]): string | null {
  for (const { date, until } of exceptions) {
    const unknown = [date, until].find((text) => !isDay(text));
    if (unknown !== undefined) return t("hours.day.unknown", { text: unknown });
    if (until < date) return t("hours.day.order");
    if (countDays(date, until) > maxExceptionDays)
      return t("hours.day.long", { n: maxExceptionDays });
  }
  const overlap = findOverlap(exceptions);
  return (
    overlap &&
    t("hours.day.overlap", { one: formatDays(overlap[0]), other: formatDays(overlap[1]) })
  );
}

/** Returns whether the text is a date such as `2026-12-24`, and not a text as typed. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Returns whether the range ends on the next day, for example 22:00 to 06:00. */
export function passesMidnight([from, to]: TimeRange): boolean {
  return isTime(from) && isTime(to) && padTime(to) <= padTime(from);
}

/** Returns the minute of the day of a typed time. Null if it is not a time. */
export function toMinutes(text: string): number | null {
  if (!isTime(text)) return null;
  const [hour = 0, minute = 0] = text.split(":").map(Number);
  return hour * 60 + minute;
}

function isTimeZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "" &&
      name !== ""
    );
  } catch {
    return false;
  }
}

function isTime(text: string): boolean {
  return /^(?:[01]?\d|2[0-3]):[0-5]\d$|^24:00$/.test(text.trim());
}

function padTime(text: string): string {
  return text.trim().padStart(5, "0");
}

function parseRange(text: string): TimeRange {
  const [from = "", to = ""] = text.split("-");
  return [from, to];
}

/** Returns what the search of the settings finds in the editor of working hours. */
export const listHoursFields = (position: Omit<SettingField, "label"> = {}) =>
  listFields(["hours.timezone", "hours.exceptions", "hours.day.date"], position);
