import type { ReportDay, ReportFigures } from "@parlour/protocol/api";
import { i18n } from "../../text/index.ts";
import { formatDuration } from "../../ui/time.ts";
import { t } from "./text.ts";

/** Shown for a number without a value. */
export const noValue = "–";
export const formatNumber = (n: number): string => i18n.number(n);
export const formatSeconds = (seconds: number | null): string =>
  seconds === null ? noValue : formatDuration(seconds * 1000);
/** Formats a share in per cent. Returns "–" if the whole is 0. */
export function formatShare(part: number, whole: number, digits = 0): string {
  return whole === 0
    ? noValue
    : i18n.number(part / whole, {
        style: "percent",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
}
/** Formats a share with its base, such as "91 % of 98", or a text if nothing was rated. */
export const formatRatedShare = (positive: number, rated: number): string =>
  rated === 0
    ? t("rating.none")
    : t("rating.week", { share: formatShare(positive, rated), n: formatNumber(rated) });
/** Uses noon in UTC, so that the time zone does not change the day. */
const noon = (date: string): Date => new Date(`${date}T12:00:00Z`);
export const formatDay = (date: string): string =>
  i18n.date(noon(date), { day: "numeric", month: "short", timeZone: "UTC" });
export const formatDayWithWeekday = (date: string): string =>
  i18n.date(noon(date), { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
/** Formats a day as "25 Oct 2026". The date field accepts the same format. */
export const formatDayWithYear = (date: string): string =>
  i18n.date(noon(date), { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
/** Formats a day as "25 October 2026". */
export const formatLongDay = (date: string): string =>
  i18n.date(noon(date), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
/** Converts "2026-10" to "October 2026". */
export const formatMonth = (month: string): string =>
  i18n.date(noon(`${month}-01`), { month: "long", year: "numeric", timeZone: "UTC" });
/** Returns the names of the weekdays, starting with `firstDay`. Short names have two letters. */
export const listWeekdayNames = (
  firstDay: number,
): readonly { readonly long: string; readonly short: string }[] =>
  Array.from({ length: 7 }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 4 + firstDay + n, 12));
    const name = (weekday: "long" | "short") => i18n.date(day, { weekday, timeZone: "UTC" });
    return { long: name("long"), short: name("short").slice(0, 2) };
  });
/** Formats a range as "24 Oct – 20 Nov 2026". Returns a single day if both ends are equal. */
export function formatRange({ from, to }: { readonly from: string; readonly to: string }): string {
  return formatDays(from, to, { day: "numeric", month: "short", year: "numeric" });
}
/** Formats a week as "26 Oct – 1 Nov" or "2–8 Nov". */
export const formatWeek = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  formatDays(from, to, { day: "numeric", month: "short" });
const formatDays = (from: string, to: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(i18n.locales ?? i18n.locale, { ...parts, timeZone: "UTC" }).formatRange(
    noon(from),
    noon(to),
  );
/** Converts a weekday number to its name. 1 is Monday, and 5 January 2026 is a Monday. */
export const formatWeekday = (weekday: number): string =>
  i18n.date(new Date(Date.UTC(2026, 0, 4 + weekday, 12)), { weekday: "short", timeZone: "UTC" });
export const formatHour = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** Change of a number to the compared period. `tone` is set if more is clearly better or worse. */
export interface Delta {
  readonly text: string;
  readonly word: string;
  readonly direction: "up" | "down" | "same";
  readonly tone?: "good" | "bad";
}
const sign = (n: number): string => (n > 0 ? "+" : "−");

function createDelta(
  change: number,
  text: string,
  words: readonly [more: string, less: string],
  better?: "up" | "down",
): Delta {
  const isMore = change > 0;
  const tone =
    better === undefined
      ? {}
      : { tone: isMore === (better === "up") ? ("good" as const) : ("bad" as const) };
  if (change === 0) return { text: "", word: t("delta.same"), direction: "same" };
  return { text, word: isMore ? words[0] : words[1], direction: isMore ? "up" : "down", ...tone };
}
/** Returns the change in per cent. Null if the earlier value is 0. */
export function percentChange(now: number, before: number): Delta | null {
  if (before === 0) return null;
  const change = (now - before) / before;
  const text = `${sign(change)}${i18n.number(Math.abs(change), { style: "percent", maximumFractionDigits: 1 })}`;
  return createDelta(change, text, [t("delta.more"), t("delta.fewer")]);
}
export function countDelta(now: number, before: number): Delta {
  return createDelta(now - before, `${sign(now - before)}${formatNumber(Math.abs(now - before))}`, [
    t("delta.more"),
    t("delta.fewer"),
  ]);
}
/** Returns the change of a share in percentage points. */
export function percentagePointDelta(
  now: readonly [number, number],
  before: readonly [number, number],
  better?: "up" | "down",
): Delta | null {
  if (now[1] === 0 || before[1] === 0) return null;
  const change = Math.round((now[0] / now[1] - before[0] / before[1]) * 1000) / 10;
  const text = t("delta.points", {
    n: `${sign(change)}${i18n.number(Math.abs(change), { maximumFractionDigits: 1 })}`,
  });
  const words: readonly [string, string] =
    better === "up"
      ? [t("delta.better"), t("delta.worse")]
      : better === "down"
        ? [t("delta.worse"), t("delta.better")]
        : [t("delta.more"), t("delta.less")];
  return createDelta(change, text, words, better);
}
export function durationDelta(
  now: number | null,
  before: number | null,
  better?: "down",
): Delta | null {
  if (now === null || before === null) return null;
  const words: readonly [string, string] =
    better === "down"
      ? [t("delta.slower"), t("delta.faster")]
      : [t("delta.longer"), t("delta.shorter")];
  return createDelta(
    now - before,
    `${sign(now - before)}${formatDuration(Math.abs(now - before) * 1000)}`,
    words,
    better,
  );
}

export interface RatingWeek {
  readonly from: string;
  readonly to: string;
  readonly rated: number;
  readonly positive: number;
}
/**
 * Groups ratings by weeks that begin on Monday. Returns at most the latest eight weeks. The first
 * and the last week may be incomplete.
 */
export function groupWeeks(days: readonly ReportDay[]): readonly RatingWeek[] {
  const weeks: RatingWeek[] = [];
  for (const { date, figures } of days) {
    const last = weeks.at(-1);
    if (last === undefined || noon(date).getUTCDay() === 1)
      weeks.push({ from: date, to: date, rated: figures.rated, positive: figures.positive });
    else
      weeks[weeks.length - 1] = {
        ...last,
        to: date,
        rated: last.rated + figures.rated,
        positive: last.positive + figures.positive,
      };
  }
  return weeks.slice(-8);
}

/** Returns the name of a row. A deleted object is shown with its id. */
export const rowName = (id: number | null, name: string | null, missingName: string): string =>
  id === null ? missingName : (name ?? t("table.gone", { id }));

/** Returns whether the report has no chats, answers or calls. */
export const isEmptyReport = (figures: ReportFigures): boolean =>
  figures.chats + figures.begun + figures.replied + figures.calls === 0;
