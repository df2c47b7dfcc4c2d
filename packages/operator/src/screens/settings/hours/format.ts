import { i18n } from "../../../text/index.ts";
import type { DayRange } from "./day-words.ts";
import { t } from "./text.ts";

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
