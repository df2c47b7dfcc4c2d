import type { WorkingHours } from "@parlour/protocol/entity/hours";
import { i18n } from "../../../text/index.ts";
import type { DayRange } from "./day-words.ts";
import { t } from "./text.ts";

const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Formats days as "Thu, 24 Dec 2026", or as "Thu, 24 Dec – Sat, 26 Dec 2026". */
export const formatDays = ({ date, until }: DayRange): string =>
  createFormat({ weekday: "short", month: "short" }).formatRange(
    Date.parse(date),
    Date.parse(until),
  );

/** Formats a date as people type it: "24 Dec 2026". */
export const formatTypedDay = (date: string): string =>
  createFormat({ month: "short" }).format(Date.parse(date));

const createFormat = (parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(i18n.locales ?? i18n.locale, {
    ...parts,
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  });

/** Formats the hours of a day as "9:00 to 13:00", or "Closed all day". */
export const formatRanges = (ranges: readonly (readonly [string, string])[]): string =>
  ranges.length === 0
    ? t("hours.preview.closed")
    : ranges.map(([from, to]) => t("hours.preview.range", { from, to })).join(", ");

/** Formats the open days of a week as "Mon–Fri 9–17, Sat 10–14". */
export function formatWeek({ week }: WorkingHours): string {
  const runs: { first: number; last: number; ranges: string }[] = [];
  for (const [n, day] of weekDays.entries()) {
    const ranges = (week[day] ?? []).map(shortenRange).join(", ");
    const run = runs.at(-1);
    if (ranges === "") continue;
    if (run?.ranges === ranges && run.last === n - 1) run.last = n;
    else runs.push({ first: n, last: n, ranges });
  }
  const formatDay = (n: number): string =>
    // 5 January 2026 is a Monday.
    i18n.date(new Date(Date.UTC(2026, 0, 5 + n)), { weekday: "short", timeZone: "UTC" });
  if (runs.length === 0) return t("hours.shut");
  return runs
    .map(({ first, last, ranges }) =>
      first === last
        ? `${formatDay(first)} ${ranges}`
        : `${formatDay(first)}–${formatDay(last)} ${ranges}`,
    )
    .join(", ");
}
/** Returns "9–17:30" for "09:00-17:30". */
const shortenRange = (range: string): string =>
  range
    .split("-")
    .map((time) => time.replace(/^0/, "").replace(/:00$/, ""))
    .join("–");
