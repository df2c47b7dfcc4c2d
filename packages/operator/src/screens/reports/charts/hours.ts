import type { Report, ReportHour, ReportNumber } from "@parlour/protocol/api";
import { i18n } from "../../../text/index.ts";
import { formatNumber, formatSeconds } from "../figures.ts";

/** A number that is shown by hour of the week. */
export interface Measure {
  /** The number whose chats each cell lists. */
  readonly number: ReportNumber;
  /** Returns the value of an hour over all weeks. Null if there is none. */
  readonly getValue: (hour: ReportHour) => number | null;
  /** Whether the value grows with the number of weeks. The chart then shows the weekly average. */
  readonly isSum: boolean;
  readonly formatFull: (n: number) => string;
  /** Formats a value for a cell of the chart, in the unit of the chart. */
  readonly formatShort: (n: number, unit: number) => string;
  /**
   * Returns the unit of the cells, given the highest value. The steps between colours are whole
   * multiples of the unit.
   */
  readonly unit: (highest: number) => number;
}
export type MeasureName = "chats" | "missed" | "answer" | "calls";

const formatShort = (n: number, unit: number): string =>
  i18n.number(n, { maximumFractionDigits: unit < 1 || n < 1 ? 1 : 0 });
/** Below this highest value the unit is 0.1 instead of 1. */
const minWholeSteps = 4;
const createSumMeasure = (
  number: ReportNumber,
  getValue: (hour: ReportHour) => number,
): Measure => ({
  number,
  getValue: (hour) => getValue(hour) || null,
  isSum: true,
  formatFull: formatNumber,
  formatShort: formatShort,
  unit: (highest) => (highest < minWholeSteps ? 0.1 : 1),
});
export const measures: Readonly<Record<MeasureName, Measure>> = {
  chats: createSumMeasure("chats", ({ chats }) => chats),
  missed: createSumMeasure("missed", ({ missed }) => missed),
  answer: {
    number: "answered",
    getValue: (hour) => hour.answer_median_s,
    isSum: false,
    formatFull: formatSeconds,
    formatShort: formatShortDuration,
    unit: durationUnit,
  },
  calls: createSumMeasure("calls", ({ calls }) => calls),
};

function durationUnit(highest: number): number {
  return highest < 4 * 60 ? 1 : highest < 4 * 3600 ? 60 : 3600;
}
/** Formats a duration as "38s", "2m" or "5h". */
export function formatShortDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [n, unit] =
    seconds < 60
      ? [seconds, "second"]
      : minutes < 60
        ? [minutes, "minute"]
        : [seconds / 3600, "hour"];
  return i18n.number(n, { style: "unit", unit, unitDisplay: "narrow", maximumFractionDigits: 0 });
}

export interface HourCell {
  readonly weekday: number;
  readonly hour: number;
  readonly n: number | null;
}
/**
 * Returns the cells of all hours of the week, starting on Monday. `n` is the value over all weeks.
 */
export function listCells({ hours }: Report, { getValue }: Measure): readonly HourCell[] {
  const values = new Map(hours.map((one) => [one.weekday * 24 + one.hour, getValue(one)]));
  return Array.from({ length: 7 * 24 }, (_, index) => {
    const weekday = 1 + Math.floor(index / 24);
    const hour = index % 24;
    return { weekday, hour, n: values.get(weekday * 24 + hour) ?? null };
  });
}
/** Returns the cells for the chart. Sums are converted to weekly averages. */
export function averageCells(report: Report, measure: Measure): readonly HourCell[] {
  return listCells(report, measure).map((cell) => {
    const weeks = report.weekdays[cell.weekday - 1] ?? 0;
    return cell.n === null || !measure.isSum
      ? cell
      : { ...cell, n: weeks === 0 ? null : cell.n / weeks };
  });
}
/** Returns the cell with the highest value, or null. */
export const findPeak = (cells: readonly HourCell[]): (HourCell & { readonly n: number }) | null =>
  cells.reduce<(HourCell & { readonly n: number }) | null>(
    (best, { n, ...cell }) => (n !== null && n > (best?.n ?? 0) ? { ...cell, n } : best),
    null,
  );
/**
 * Colour scale of a chart with four steps. The last step is open-ended, and the highest value
 * always has the darkest colour.
 */
interface ColourScale {
  readonly unit: number;
  readonly step: number;
}
export const createScale = ({ unit }: Measure, highest: number): ColourScale => {
  const unitSize = unit(highest);
  return { unit: unitSize, step: Math.max(1, Math.floor(Math.round(highest / unitSize) / 4)) };
};
/** Returns the colour level of a cell, from 0 to 4. */
export const colourLevel = (n: number | null, { unit, step }: ColourScale): number =>
  n === null ? 0 : Math.max(1, Math.min(4, Math.ceil(Math.round(n / unit) / step)));
/** Returns the range of values of a colour level from 1 to 4. */
export const levelRange = (
  { unit, step }: ColourScale,
  level: number,
): { readonly from: number; readonly to: number } => ({
  from: ((level - 1) * step + 1) * unit,
  to: level * step * unit,
});
