import { addDays, addMonths, lastDayOfMonth, toMonth } from "./period.ts";

/** Weeks of a month for a calendar, and keyboard navigation in it. All functions are pure. */

/**
 * Returns the weeks of a month ("2026-10") with seven days each. Days of other months are null.
 * `firstDay` is 1 for Monday to 7 for Sunday.
 */
export function weeksOfMonth(
  month: string,
  firstDay: number,
): readonly (readonly (string | null)[])[] {
  const first = `${month}-01`;
  const start = startOfWeek(first, firstDay);
  const last = lastDayOfMonth(month);
  const weeks: (string | null)[][] = [];
  for (let monday = start; monday <= last; monday = addDays(monday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, n) => addDays(monday, n)).map((day) =>
        toMonth(day) === month ? day : null,
      ),
    );
  return weeks;
}

/** Returns the day that a key moves to, at most `last`. Null if the key does not move. */
export function getDayByKey(
  key: string,
  date: string,
  { firstDay, last }: { readonly firstDay: number; readonly last: string },
): string | null {
  const start = startOfWeek(date, firstDay);
  const moves: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => start,
    End: () => addDays(start, 6),
    PageUp: () => shiftMonths(date, -1),
    PageDown: () => shiftMonths(date, 1),
  };
  const to = moves[key]?.();
  if (to === undefined) return null;
  return to > last ? last : to;
}

/** Returns the first day of the week in a region (1: Monday), or 1 without this data. */
export function getFirstWeekday(region: string): number {
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

/** Returns the same day in another month, or the last day of a shorter month. */
function shiftMonths(date: string, months: number): string {
  const month = addMonths(toMonth(date), months);
  const day = `${month}-${date.slice(8)}`;
  const last = lastDayOfMonth(month);
  return day > last ? last : day;
}
