import { dayMs, formatDay, getOffset } from "@parlour/protocol/hours/local-time";
import { isOpen, nextClosing, nextOpening } from "@parlour/protocol/hours/open-hours";
import { i18n } from "../../../text/index.ts";
import { toMinutes, toOpeningHours, weekDays, type HoursValues } from "./hours-form.ts";
import { t } from "./text.ts";

const hourMs = 3_600_000;
/** A weekday whose next dates are all exceptions is searched for this many weeks. */
const maxWeeks = 9;

/**
 * Returns a moment of the changed day at which visitors find the chat closed. Without a changed day
 * it is now, or the next closing time. Returns null if there is no such moment. The hours must be
 * valid.
 */
export function findClosedMoment(
  values: HoursValues,
  changedDay: string | null,
  now: number,
): number | null {
  const hours = toOpeningHours(values);
  if (changedDay === null) return isOpen(hours, now) ? nextClosing(hours, now) : now;
  const toTime = (local: number) =>
    local - getOffset(values.timezone, local - getOffset(values.timezone, local));
  for (const day of listDays(values, changedDay, now)) {
    const times = listSampleTimes(values, changedDay).map((time) => toTime(day * dayMs + time));
    const found = times.find((at) => at >= now && !isOpen(hours, at));
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Returns the sentence of the chat window at a moment at which the hours are closed (WG-113). It is
 * the one of the widget's `getTeamText`, for a visitor in the time zone of the hours. The widget is
 * too small to share the code.
 */
export function formatWindowText(values: HoursValues, at: number): string {
  const opensAt = nextOpening(toOpeningHours(values), at);
  if (opensAt === null) return t("hours.window.away");
  const timeZone = values.timezone;
  const time = i18n.date(new Date(opensAt), { hour: "numeric", minute: "2-digit", timeZone });
  const days = toLocalDay(opensAt, timeZone) - toLocalDay(at, timeZone);
  if (days === 0) return t("hours.window.today", { time });
  if (days === 1) return t("hours.window.tomorrow", { time });
  const isNear = opensAt - at < 6 * dayMs;
  const day = i18n.date(new Date(opensAt), {
    ...(isNear ? { weekday: "long" } : { day: "numeric", month: "long" }),
    timeZone,
  });
  return t("hours.window.on", { day, time });
}

/** Formats a moment as "09:00" of the time zone. */
export const formatTimeOfDay = (at: number, timeZone: string): string =>
  i18n.date(new Date(at), { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });

/** Returns the local day of a moment, counted from 1970-01-01. */
export const toLocalDay = (at: number, timeZone: string): number =>
  Math.floor((at + getOffset(timeZone, at)) / dayMs);

/** Lists the days, counted from 1970-01-01, on which a weekday or a date decides. */
function listDays({ timezone, exceptions }: HoursValues, day: string, now: number): number[] {
  const today = toLocalDay(now, timezone);
  const weekday = weekDays.findIndex((name) => name === day);
  if (weekday === -1) return [Date.parse(day) / dayMs];
  // 1970-01-01 was a Thursday, and the list begins with Monday.
  const first = today + ((weekday - ((today + 3) % 7) + 7) % 7);
  return Array.from({ length: maxWeeks }, (_, week) => first + week * 7).filter(
    (date) =>
      !exceptions.some(
        (exception) => exception.date <= formatDay(date) && formatDay(date) <= exception.until,
      ),
  );
}

/**
 * Lists local times of a day as milliseconds: two hours before it opens, noon, then each half hour.
 */
function listSampleTimes({ week, exceptions }: HoursValues, day: string): number[] {
  const weekday = weekDays.find((name) => name === day);
  const ranges =
    weekday === undefined
      ? (exceptions.find(({ date }) => date === day)?.spans ?? [])
      : week[weekday];
  const starts = ranges.map(([from]) => (toMinutes(from) ?? 0) * 60_000);
  const before = Math.min(...starts) - 2 * hourMs;
  return [
    ...(before >= 0 && before < dayMs ? [before] : []),
    12 * hourMs,
    ...Array.from({ length: 48 }, (_, index) => (index * hourMs) / 2),
  ];
}
