/** Calendar days of a report's period, as "2026-10-25". Pure: no clock and no time zone. */

export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
export const maxPeriodDays = 400;

export const addDays = (date: string, days: number): string => dateOf(Date.parse(date) + days * dayMs);
/** Returns the number of days, including both ends. */
export const lengthOf = ({ from, to }: Period): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
/** "2026-10" for "2026-10-25". */
export const monthOf = (date: string): string => date.slice(0, 7);
export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthOf(dateOf(Date.UTC(year, number - 1 + count, 1)));
};
export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns today's date in a time zone. An unknown zone counts as UTC. */
export function todayIn(zone: string, now: number): string {
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(now);
  } catch {
    return dateOf(now);
  }
}

/** Presets in menu order. */
export const presets = ["today", "yesterday", "last7", "last28", "last91", "month", "lastmonth"] as const;
export type Preset = (typeof presets)[number];

/** Returns the days of a preset. "This month" ends today. */
export function presetPeriod(preset: Preset, today: string): Period {
  const month = monthOf(today);
  const before = addMonths(month, -1);
  const last = (days: number): Period => ({ from: addDays(today, 1 - days), to: today });
  const all: Readonly<Record<Preset, Period>> = {
    today: last(1),
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    last7: last(7),
    last28: last(28),
    last91: last(91),
    month: { from: `${month}-01`, to: today },
    lastmonth: { from: `${before}-01`, to: lastDayOf(before) },
  };
  return all[preset];
}

/** Returns the preset with these days, or null. */
export function presetOf(period: Period, today: string): Preset | null {
  return presets.find((preset) => isSame(presetPeriod(preset, today), period)) ?? null;
}
const isSame = (a: Period, b: Period): boolean => a.from === b.from && a.to === b.to;

export type PeriodFault = "order" | "future" | "long";
/** Returns why a period is invalid, or null. */
export function faultOf(period: Period, today: string): PeriodFault | null {
  if (period.to < period.from) return "order";
  if (period.to > today) return "future";
  return lengthOf(period) > maxPeriodDays ? "long" : null;
}

/**
 * Converts a period to URL parameters. Periods that end today are stored as a number of days, so
 * that they move with the calendar.
 */
export function periodAddress(period: Period, today: string): { readonly last: string } | Period {
  const preset = presetOf(period, today);
  return preset === "today" || preset === "last7" || preset === "last28" || preset === "last91"
    ? { last: String(lengthOf(period)) }
    : period;
}
/** Returns the period of the URL parameters. */
export function addressPeriod({ from, to, last = "28" }: Partial<Period> & { readonly last?: string }, today: string): Period {
  if (from !== undefined && to !== undefined) return { from, to };
  return { from: addDays(today, 1 - Math.min(Number(last), maxPeriodDays)), to: today };
}
