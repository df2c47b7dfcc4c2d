import type { WorkingHours } from "@parlour/protocol/api";
import { findException } from "@parlour/protocol/hours/exceptions";

/**
 * Call hours by calendar day, for the panel and the tag of the list (CORE-090, CORE-193). The
 * functions are pure: the current time is a parameter.
 */

export interface OpenDay {
  /** "2026-11-21" */
  readonly date: string;
  /** Open intervals such as "09:00-18:00", sorted. Empty if closed all day. */
  readonly open: readonly string[];
}
export interface HoursOverview {
  readonly today: OpenDay;
  readonly tomorrow: OpenDay;
  /** The first closed day after tomorrow. Null if there is none within eight weeks. */
  readonly dayOff: OpenDay | null;
  /** Time when the current interval ends, such as "18:00". Null if closed or open past midnight. */
  readonly until: string | null;
  /** Next opening time if closed now. Null if there is none within eight weeks. */
  readonly opens: { readonly date: string; readonly time: string } | null;
}

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const daysAhead = 56;

export function getHoursOverview(hours: WorkingHours, at: number): HoursOverview {
  const local = new Intl.DateTimeFormat("sv-SE", {
    timeZone: hours.timezone,
    dateStyle: "short",
    timeStyle: "short",
  }).format(at);
  const date = local.slice(0, 10);
  const time = local.slice(11, 16);
  const day = (ahead: number): OpenDay => getOpenDay(hours, addDays(date, ahead));
  const days = Array.from({ length: daysAhead }, (_, ahead) => day(ahead));
  const [today = day(0), tomorrow = day(1), ...rest] = days;
  const current = [
    ...today.open.filter(
      (interval) =>
        startTime(interval) <= time && (passesMidnight(interval) || time < endTime(interval)),
    ),
    ...day(-1).open.filter((interval) => passesMidnight(interval) && time < endTime(interval)),
  ];
  return {
    today,
    tomorrow,
    dayOff: rest.find(({ open }) => open.length === 0) ?? null,
    until: closingTime(current, time),
    opens: current.length > 0 ? null : firstOpening(days, date, time),
  };
}

function getOpenDay(
  { week, exceptions = {}, exception_details }: WorkingHours,
  date: string,
): OpenDay {
  const weekday = weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? "sun";
  const exception = findException(exceptions, exception_details, date);
  const intervals = exception === null ? week[weekday] : exceptions[exception];
  return { date, open: (intervals ?? []).toSorted() };
}
const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const startTime = (interval: string): string => interval.slice(0, 5);
const endTime = (interval: string): string => interval.slice(6);
const passesMidnight = (interval: string): boolean => endTime(interval) <= startTime(interval);

/** Returns the latest end of the open intervals. Null if one continues past midnight. */
function closingTime(current: readonly string[], time: string): string | null {
  if (
    current.some(
      (interval) =>
        endTime(interval) === "24:00" || (passesMidnight(interval) && startTime(interval) <= time),
    )
  )
    return null;
  return current.map(endTime).toSorted().at(-1) ?? null;
}

function firstOpening(
  days: readonly OpenDay[],
  date: string,
  time: string,
): HoursOverview["opens"] {
  for (const day of days) {
    const start = day.open.map(startTime).find((interval) => day.date > date || interval > time);
    if (start !== undefined) return { date: day.date, time: start };
  }
  return null;
}
