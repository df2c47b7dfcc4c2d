import { addDays, addMonths, lastDayOf, monthOf } from "./period.ts";

/** Weeks of a month for a calendar, and its keyboard navigation. Pure. */

/**
 * Returns the weeks of a month ("2026-10"), each with seven days. Null: a day of another month.
 * `firstDay`: 1 is Monday, 7 is Sunday.
 */
export function weeksOfMonth(month: string, firstDay: number): readonly (readonly (string | null)[])[] {
  const first = `${month}-01`;
  const start = startOfWeek(first, firstDay);
  const last = lastDayOf(month);
  const weeks: (string | null)[][] = [];
  for (let monday = start; monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, n) => addDays(monday, n)).map((day) => (monthOf(day) === month ? day : null)));
  return weeks;
}

/** Returns the day that a key moves to, at most `last`. Null: the key does not move. */
export function dayByKey(
  key: string,
  date: string,
  { firstDay, last }: { readonly firstDay: number; readonly last: string },
): string | null {
  const start = startOfWeek(date, firstDay);
  const ways: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => start,
    End: () => addDays(start, 6),
    PageUp: () => inMonth(date, -1),
    PageDown: () => inMonth(date, 1),
  };
  const to = ways[key]?.();
  if (to === undefined) return null;
  return to > last ? last : to;
}

/**
 * Returns the first day of the week in a region, 1 is Monday. Browsers without this data use
 * Monday.
 */
export function firstDayOf(region: string): number {
  const locale = new Intl.Locale(region) as Intl.Locale & {
    getWeekInfo?: () => { readonly firstDay: number };
    readonly weekInfo?: { readonly firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

function startOfWeek(date: string, firstDay: number): string {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  return addDays(date, -((weekday - firstDay + 7) % 7));
}

/** Returns the same day of another month, or the last day of a shorter month. */
function inMonth(date: string, months: number): string {
  const month = addMonths(monthOf(date), months);
  const day = `${month}-${date.slice(8)}`;
  const last = lastDayOf(month);
  return day > last ? last : day;
}
