import type { Report, ReportHour, ReportNumber } from "@parlour/protocol/api";
import { i18n } from "../../text/index.ts";
import { count, length } from "./figures.ts";

/** A number that is shown by hour of the week. */
export interface Measure {
  /** The number whose chats it lists. */
  readonly number: ReportNumber;
  /** Value of all weeks. Null: no value. */
  readonly of: (hour: ReportHour) => number | null;
  /** True: the value grows with the number of weeks, so the chart shows the weekly average. */
  readonly isSum: boolean;
  readonly whole: (n: number) => string;
  /** Short format for a cell, in the unit of the chart. */
  readonly short: (n: number, unit: number) => string;
  /** Unit of the cells for this highest value. Steps between colours are whole multiples of it. */
  readonly unit: (highest: number) => number;
}
export type MeasureName = "chats" | "missed" | "answer" | "calls";

const few = (n: number, unit: number): string => i18n.number(n, { maximumFractionDigits: unit < 1 || n < 1 ? 1 : 0 });
/** Below this value the steps between colours are tenths. */
const fewest = 4;
const sum = (number: ReportNumber, of: (hour: ReportHour) => number): Measure => ({
  number,
  of: (hour) => of(hour) || null,
  isSum: true,
  whole: count,
  short: few,
  unit: (highest) => (highest < fewest ? 0.1 : 1),
});
export const measures: Readonly<Record<MeasureName, Measure>> = {
  chats: sum("chats", ({ chats }) => chats),
  missed: sum("missed", ({ missed }) => missed),
  answer: { number: "answered", of: (hour) => hour.answer_median_s, isSum: false, whole: length, short: shortLength, unit: unitOf },
  calls: sum("calls", ({ calls }) => calls),
};

function unitOf(highest: number): number {
  return highest < 4 * 60 ? 1 : highest < 4 * 3600 ? 60 : 3600;
}
/** "38s", "2m", "5h". */
export function shortLength(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [n, unit] = seconds < 60 ? [seconds, "second"] : minutes < 60 ? [minutes, "minute"] : [seconds / 3600, "hour"];
  return i18n.number(n, { style: "unit", unit, unitDisplay: "narrow", maximumFractionDigits: 0 });
}

export interface Cell {
  readonly weekday: number;
  readonly hour: number;
  readonly n: number | null;
}
/** Returns all hours of the week, from Monday on. `n`: total of all weeks. */
export function cellsOf({ hours }: Report, { of }: Measure): readonly Cell[] {
  const found = new Map(hours.map((one) => [one.weekday * 24 + one.hour, of(one)]));
  return Array.from({ length: 7 * 24 }, (_, place) => {
    const weekday = 1 + Math.floor(place / 24);
    const hour = place % 24;
    return { weekday, hour, n: found.get(weekday * 24 + hour) ?? null };
  });
}
/** Returns the same cells as weekly averages, for the chart. */
export function averagesOf(report: Report, measure: Measure): readonly Cell[] {
  return cellsOf(report, measure).map((cell) => {
    const weeks = report.weekdays[cell.weekday - 1] ?? 0;
    return cell.n === null || !measure.isSum ? cell : { ...cell, n: weeks === 0 ? null : cell.n / weeks };
  });
}
/** Returns the highest cell, or null. */
export const peakOf = (cells: readonly Cell[]): (Cell & { readonly n: number }) | null =>
  cells.reduce<(Cell & { readonly n: number }) | null>(
    (most, { n, ...place }) => (n !== null && n > (most?.n ?? 0) ? { ...place, n } : most),
    null,
  );
/**
 * Colour scale of a chart: four steps, the last one open-ended. The highest value always has the
 * darkest colour.
 */
interface Scale {
  readonly unit: number;
  readonly step: number;
}
export const scaleOf = ({ unit }: Measure, highest: number): Scale => {
  const one = unit(highest);
  return { unit: one, step: Math.max(1, Math.floor(Math.round(highest / one) / 4)) };
};
/** Returns the colour level of a cell, 0 to 4. */
export const levelOf = (n: number | null, { unit, step }: Scale): number =>
  n === null ? 0 : Math.max(1, Math.min(4, Math.ceil(Math.round(n / unit) / step)));
/** Returns the range of a colour level, 1 to 4. */
export const endsOf = ({ unit, step }: Scale, level: number): { readonly from: number; readonly to: number } => ({
  from: ((level - 1) * step + 1) * unit,
  to: level * step * unit,
});
