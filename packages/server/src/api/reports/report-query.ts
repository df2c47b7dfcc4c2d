import type { AccountConfig } from "../../core/command.ts";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { refuse } from "../../core/failure.ts";
import { getAccountFacts, getChatSegment } from "../../core/field/account-facts.ts";
import type { WeekGrid, ReportScope } from "../../store/reports/report-record.ts";
import { openDurationMs } from "@parlour/protocol/hours/open-hours";
import {
  buildCalendar,
  formatDateAt,
  parseDay,
  countDays,
  lastDaysUntil,
  maxReportDays,
  type DayHours,
  type Period,
} from "../../core/report/period.ts";

/** Query parameters that all reports accept. */
export interface ReportQueryInput {
  readonly from?: string;
  readonly to?: string;
  readonly last?: number;
  readonly channel?: string;
  readonly department?: string;
  readonly operator?: string;
  readonly bot?: string;
  readonly segment?: string;
}
/** A period in the account's calendar. */
export interface ReportPeriod {
  readonly period: Period;
  readonly days: readonly (DayHours & { readonly open: boolean })[];
  readonly scope: ReportScope;
}

/** Returns the time zone of the working hours, or UTC. The days of a report use this zone. */
export const getReportTimeZone = (config: AccountConfig): string => config.hours?.timezone ?? "UTC";

/** Parses a period. `now`: ms since 1970. Throws `invalid_request` with the field. */
export function parsePeriod(
  config: AccountConfig,
  { from, to, last }: ReportQueryInput,
  now: number,
): Period {
  if (last !== undefined) {
    if (from !== undefined || to !== undefined)
      refuse("invalid_request", "Send either last, or from and to.", { field: "last" });
    return lastDaysUntil(formatDateAt(getReportTimeZone(config), now), last);
  }
  if (from === undefined || to === undefined)
    return refuse("invalid_request", "A report needs a period: from and to, or last.", {
      field: from === undefined ? "from" : "to",
    });
  for (const [field, date] of Object.entries({ from, to }))
    if (parseDay(date) === null || date < "2000" || date > "2200")
      refuse(
        "invalid_request",
        `${field} is not a date between the years 2000 and 2199. Use the form 2026-11-20.`,
        { field },
      );
  const days = countDays({ from, to });
  if (days < 1) refuse("invalid_request", "The period ends before it begins.", { field: "to" });
  if (days > maxReportDays)
    refuse(
      "invalid_request",
      `The period has ${days} days. A report covers at most ${maxReportDays} days.`,
      { field: "to" },
    );
  return { from, to };
}

/**
 * Returns the days and times of a period and the scope of the report. `now` is in ms since 1970.
 * Throws `invalid_request` if conditions on chats cannot name the segment (SEG-009).
 */
export function resolvePeriod(
  config: AccountConfig,
  period: Period,
  query: ReportQueryInput,
  now: number,
): ReportPeriod {
  const { days, end } = buildCalendar(getReportTimeZone(config), period);
  return {
    period,
    days: days.map((day, n) => ({
      ...day,
      open: isOpenDuring(config.hours, day.start, days[n + 1]?.start ?? end),
    })),
    scope: {
      from: days[0]?.start ?? 0,
      to: end,
      channel: query.channel === undefined ? undefined : Number(query.channel),
      department: query.department === undefined ? undefined : parseIdOrNone(query.department),
      operator: query.operator === undefined ? undefined : parseIdOrNone(query.operator),
      bot: query.bot === undefined ? undefined : Number(query.bot),
      visitor:
        query.segment === undefined
          ? undefined
          : {
              condition: getChatSegment(config, Number(query.segment), "segment"),
              facts: getAccountFacts(config),
              now,
            },
    },
  };
}
const parseIdOrNone = (value: string): number | "none" =>
  value === "none" ? "none" : Number(value);
const isOpenDuring = (hours: OpeningHours | null, from: number, to: number): boolean =>
  openDurationMs(hours, from, to) > 0;

/** Returns the hour of the week for each hour of a period, computed as `weekday * 24 + hour`. */
export function createHourGrid(days: readonly DayHours[]): WeekGrid {
  const hourCells = days.flatMap(({ weekday, hours }) =>
    hours.map(({ start, hour }) => ({ start, cell: weekday * 24 + hour })),
  );
  return { hours: hourCells.map(({ start }) => start), cells: hourCells.map(({ cell }) => cell) };
}
