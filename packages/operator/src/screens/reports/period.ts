/** Calendar days of a report's period, as "2026-10-25". Pure: no clock and no time zone. */

export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
export const maxPeriodDays = 400;

export const addDays = (date: string, days: number): string => dateOf(Date.parse(date) + days * dayMs);
/** The number of days, both ends included. */
export const lengthOf = ({ from, to }: Period): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
/** "2026-10" of "2026-10-25". */
export const monthOf = (date: string): string => date.slice(0, 7);
export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthOf(dateOf(Date.UTC(year, number - 1 + count, 1)));
};
export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Today in a time zone; an unknown zone counts as UTC. */
export function todayIn(zone: string, now: number): string {
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(now);
  } catch {
    return dateOf(now);
  }
}

/** Presets in the order in which they are offered. */
export const presets = ["today", "yesterday", "last7", "last28", "last91", "month", "lastmonth"] as const;
export type Preset = (typeof presets)[number];

/** The days of a preset. This month ends today. */
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

/** The preset with these days; null: none. */
export function presetOf(period: Period, today: string): Preset | null {
  return presets.find((preset) => isSame(presetPeriod(preset, today), period)) ?? null;
}
const isSame = (a: Period, b: Period): boolean => a.from === b.from && a.to === b.to;

export type PeriodFault = "order" | "future" | "long";
/** Why a period cannot be reported; null: it can. */
export function faultOf(period: Period, today: string): PeriodFault | null {
  if (period.to < period.from) return "order";
  if (period.to > today) return "future";
  return lengthOf(period) > maxPeriodDays ? "long" : null;
}

/** The period as the address keeps it: days up to today move with the calendar, other days stay. */
export function periodAddress(period: Period, today: string): { readonly last: string } | Period {
  const preset = presetOf(period, today);
  return preset === "today" || preset === "last7" || preset === "last28" || preset === "last91"
    ? { last: String(lengthOf(period)) }
    : period;
}
/** The period that an address asks for. */
export function addressPeriod({ from, to, last = "28" }: Partial<Period> & { readonly last?: string }, today: string): Period {
  if (from !== undefined && to !== undefined) return { from, to };
  return { from: addDays(today, 1 - Math.min(Number(last), maxPeriodDays)), to: today };
}
