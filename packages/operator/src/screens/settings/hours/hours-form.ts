import type { WorkingHours } from "@parlour/protocol/api";
import { t } from "./text.ts";

export const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Day = (typeof days)[number];
/** Start and end as typed. */
export type Span = readonly [string, string];

/** Form values of working hours (CORE-090). */
export interface HoursValues {
  readonly timezone: string;
  readonly week: Readonly<Record<Day, readonly Span[]>>;
  /** In ascending order of date. */
  readonly exceptions: readonly { readonly date: string; readonly spans: readonly Span[] }[];
}

/** Returns 9 to 18 on weekdays in the browser's time zone. */
export function usualHours(): HoursValues {
  const usual: readonly Span[] = [["09:00", "18:00"]];
  return {
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    week: { mon: usual, tue: usual, wed: usual, thu: usual, fri: usual, sat: [], sun: [] },
    exceptions: [],
  };
}

export function hoursOf(wire: WorkingHours): HoursValues {
  const spans = (texts: readonly string[] = []) => texts.map(spanOf);
  return {
    timezone: wire.timezone,
    week: Object.fromEntries(days.map((day) => [day, spans(wire.week[day])])) as unknown as HoursValues["week"],
    exceptions: Object.entries(wire.exceptions ?? {})
      .map(([date, texts]) => ({ date, spans: spans(texts) }))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
  };
}

export function wireOf(values: HoursValues): Required<WorkingHours> {
  const texts = (spans: readonly Span[]) => spans.map(([from, to]) => `${padded(from)}-${padded(to)}`);
  return {
    timezone: values.timezone,
    week: Object.fromEntries(days.flatMap((day) => (values.week[day].length === 0 ? [] : [[day, texts(values.week[day])]]))),
    exceptions: Object.fromEntries(values.exceptions.map(({ date, spans }) => [date, texts(spans)])),
  };
}

/** Returns the first error, or null. */
export function faultOf(values: HoursValues): string | null {
  if (!zones().includes(values.timezone) && !isZone(values.timezone)) return t("hours.zone.wrong");
  const spans = [...days.flatMap((day) => values.week[day]), ...values.exceptions.flatMap((day) => day.spans)];
  if (spans.some(([from, to]) => !isTime(from) || from.trim() === "24:00" || !isTime(to))) return t("hours.wrong");
  return spans.some(([from, to]) => padded(from) === padded(to)) ? t("hours.same") : null;
}

/** Returns whether the range ends on the next day: 22:00 to 06:00. */
export function passesMidnight([from, to]: Span): boolean {
  return isTime(from) && isTime(to) && padded(to) <= padded(from);
}

/** Returns time zone names, including the browser's. */
export function zones(): readonly string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return [...new Set(["UTC", Intl.DateTimeFormat().resolvedOptions().timeZone, ...known])].toSorted();
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "" && name !== "";
  } catch {
    return false;
  }
}

function isTime(text: string): boolean {
  return /^(?:[01]?\d|2[0-3]):[0-5]\d$|^24:00$/.test(text.trim());
}

function padded(text: string): string {
  return text.trim().padStart(5, "0");
}

function spanOf(text: string): Span {
  const [from = "", to = ""] = text.split("-");
  return [from, to];
}
