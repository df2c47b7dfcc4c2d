import { dayMs, formatDay, getOffset } from "@parlour/protocol/hours/local-time";
import { formatDateAt, parseDay, type Period } from "./period.ts";

/** When a report is sent (REP-002). */
export interface ReportSchedule {
  readonly every: "day" | "week" | "month";
  /** Day on which reports of a week are sent. 0: Monday. */
  readonly weekday: number;
  /** Local time of the day: `08:00`. */
  readonly time: string;
  readonly timezone: string;
}

/**
 * Returns the latest time up to `now` at which a report was due, in ms since 1970, and the period
 * that ended on the day before. A time that clocks skip is due when they have skipped it, one that
 * they repeat the first time.
 */
export function findLastDue(
  schedule: ReportSchedule,
  now: number,
): { readonly at: number; readonly period: Period } {
  let day = getDay(schedule, now);
  while (!isDueOn(schedule, day) || toMoment(schedule, day) > now) day--;
  const last = day - 1;
  const length = { day: 1, week: 7, month: Number(formatDay(last).slice(8)) }[schedule.every];
  return {
    at: toMoment(schedule, day),
    period: { from: formatDay(day - length), to: formatDay(last) },
  };
}

/** Returns the next time after `now` at which a report is due, in ms since 1970. */
export function findNextDue(schedule: ReportSchedule, now: number): number {
  let day = getDay(schedule, now);
  while (!isDueOn(schedule, day) || toMoment(schedule, day) <= now) day++;
  return toMoment(schedule, day);
}

/** Returns the local day as a number of days since 1970-01-01. */
const getDay = ({ timezone }: ReportSchedule, at: number): number =>
  parseDay(formatDateAt(timezone, at)) ?? 0;

/** Months are sent on their first day. 1970-01-01 was a Thursday. */
function isDueOn({ every, weekday }: ReportSchedule, day: number): boolean {
  if (every === "month") return formatDay(day).endsWith("-01");
  return every === "day" || (day + 3) % 7 === weekday;
}

function toMoment({ time, timezone }: ReportSchedule, day: number): number {
  const local = day * dayMs + Date.parse(`1970-01-01T${time}:00Z`);
  // Local time is at most 14 hours ahead of UTC. The offset of the day before is the earlier one of
  // a change of the clocks, by which a repeated time is the first and a skipped one just after.
  return local - getOffset(timezone, local - getOffset(timezone, local - dayMs) - 3 * 3_600_000);
}
