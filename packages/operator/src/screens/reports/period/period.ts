/**
 * A report's period as calendar days such as "2026-10-25". The functions are pure: they use no
 * clock and no time zone.
 */

export interface Period {
  readonly from: string;
  readonly to: string;
}
/** The period that a report is compared with. */
export type Comparison = "before" | "year" | "none";

const dayMs = 86_400_000;
export const maxPeriodDays = 400;

export const addDays = (date: string, days: number): string =>
  toIsoDay(Date.parse(date) + days * dayMs);
/** Returns the number of days, including the first and the last. */
export const countDays = ({ from, to }: Period): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
/** Converts "2026-10-25" to "2026-10". */
export const toMonth = (date: string): string => date.slice(0, 7);
export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return toMonth(toIsoDay(Date.UTC(year, number - 1 + count, 1)));
};
export const lastDayOfMonth = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);
const toIsoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns today's date in a time zone. Uses UTC if the zone is unknown. */
export function getToday(zone: string, now: number): string {
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(now);
  } catch {
    return toIsoDay(now);
  }
}

/** Presets in menu order. */
export const periodPresets = [
  "today",
  "yesterday",
  "last7",
  "last28",
  "last91",
  "month",
  "lastmonth",
] as const;
export type Preset = (typeof periodPresets)[number];

/** Returns the days of a preset. The preset "This month" ends today. */
export function getPresetPeriod(preset: Preset, today: string): Period {
  const month = toMonth(today);
  const before = addMonths(month, -1);
  const last = (days: number): Period => ({ from: addDays(today, 1 - days), to: today });
  const periods: Readonly<Record<Preset, Period>> = {
    today: last(1),
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    last7: last(7),
    last28: last(28),
    last91: last(91),
    month: { from: `${month}-01`, to: today },
    lastmonth: { from: `${before}-01`, to: lastDayOfMonth(before) },
  };
  return periods[preset];
}

/** Returns the preset that has these days, or null. */
export function findPreset(period: Period, today: string): Preset | null {
  return periodPresets.find((preset) => isSame(getPresetPeriod(preset, today), period)) ?? null;
}
const isSame = (a: Period, b: Period): boolean => a.from === b.from && a.to === b.to;

export type PeriodError = "order" | "future" | "long";
/** Returns why a period is invalid, or null if it is valid. */
export function validatePeriod(period: Period, today: string): PeriodError | null {
  if (period.to < period.from) return "order";
  if (period.to > today) return "future";
  return countDays(period) > maxPeriodDays ? "long" : null;
}

/**
 * Converts a period to URL parameters. A period that ends today is stored as a number of days, so
 * that it still ends today on later days.
 */
export function toPeriodParams(period: Period, today: string): { readonly last: string } | Period {
  const preset = findPreset(period, today);
  return preset === "today" || preset === "last7" || preset === "last28" || preset === "last91"
    ? { last: String(countDays(period)) }
    : period;
}
/** Parses the period in the URL parameters. */
export function parsePeriod(
  { from, to, last = "28" }: Partial<Period> & { readonly last?: string },
  today: string,
): Period {
  if (from !== undefined && to !== undefined) return { from, to };
  return { from: addDays(today, 1 - Math.min(Number(last), maxPeriodDays)), to: today };
}
