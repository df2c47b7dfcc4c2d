import { addDays } from "./period.ts";

/** Parses dates that an operator types in English or Russian. Pure: today is a parameter. */

const relativeDays: Readonly<Record<string, number>> = {
  today: 0,
  сегодня: 0,
  yesterday: -1,
  вчера: -1,
};

/** Returns whether the region writes the month before the day, as in 10/25. */
function isMonthFirst(region: string): boolean {
  const parts = new Intl.DateTimeFormat(region).formatToParts(0).map(({ type }) => type);
  return parts.indexOf("month") < parts.indexOf("day");
}

/**
 * Names of the months in both languages. In Russian both forms are included: alone ("октябрь") and
 * after a day ("октября").
 */
const monthNames: readonly (readonly string[])[] = Array.from({ length: 12 }, (_, n) =>
  ["en", "ru"].flatMap((language) =>
    [{ month: "long" } as const, { month: "long", day: "numeric" } as const].map((options) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" })
        .formatToParts(Date.UTC(2026, n, 1))
        .filter(({ type }) => type === "month")
        .map(({ value }) => value.toLowerCase())
        .join(""),
    ),
  ),
);
const findMonth = (word: string): number =>
  word.length < 3
    ? 0
    : monthNames.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;

/**
 * Parses a date and returns it as "2026-10-25", or null.
 *
 * Accepts "25 Oct", "October 25, 2026", "25.10.", "25/10/26", "2026-10-25", "today", "yesterday"
 * and the same in Russian. A date without a year is the latest one that is not in the future.
 * `region` determines the order of day and month in "10/25".
 */
export function parseDay(text: string, today: string, region: string): string | null {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/gu, " ");
  const days = relativeDays[typed];
  if (days !== undefined) return addDays(today, days);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(typed);
  if (iso) return resolveDay(iso[3], Number(iso[2]), iso[1], today);
  const dots = /^(\d{1,2})\.\s?(\d{1,2})(?:\.\s?(\d{2}|\d{4})?)?$/u.exec(typed);
  if (dots) return resolveDay(dots[1], Number(dots[2]), dots[3], today);
  const slashes = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{2}|\d{4}))?$/u.exec(typed);
  if (slashes) {
    const [first, second] = isMonthFirst(region)
      ? [slashes[2], slashes[1]]
      : [slashes[1], slashes[2]];
    return resolveDay(first, Number(second), slashes[3], today);
  }
  const named = /^(\d{1,2})\.? ?(\p{L}+)\.?,?(?: (\d{4}))?(?: г\.?)?$/u.exec(typed);
  if (named) return resolveDay(named[1], findMonth(named[2] ?? ""), named[3], today);
  const monthFirst = /^(\p{L}+)\.? (\d{1,2})(?:,? (\d{4}))?$/u.exec(typed);
  return monthFirst
    ? resolveDay(monthFirst[2], findMonth(monthFirst[1] ?? ""), monthFirst[3], today)
    : null;
}

function resolveDay(
  day: string | undefined,
  month: number,
  year: string | undefined,
  today: string,
): string | null {
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined)
    return toExistingDay(
      year.length === 2 ? 2000 + Number(year) : Number(year),
      month,
      Number(day),
    );
  // 29 February may be up to seven years in the past.
  for (let back = 0; back < 8; back++) {
    const found = toExistingDay(thisYear - back, month, Number(day));
    if (found !== null && found <= today) return found;
  }
  return null;
}

/** Returns the date, or null if it does not exist in the calendar. */
function toExistingDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1970 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}
