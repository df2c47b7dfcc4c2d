/** Geometry of charts. All functions are pure, and all lengths are in pixels. */

/**
 * Returns at most `maxTicks` axis ticks, starting at 0. `steps` lists the allowed step sizes. By
 * default these are 1, 2, 5 and their multiples of ten.
 */
export function axisTicks(
  highest: number,
  maxTicks = 5,
  steps?: readonly number[],
): readonly number[] {
  const high = Math.max(highest, 1);
  const step = chooseStep(high / (maxTicks - 1), steps);
  const count = Math.max(1, Math.ceil(high / step));
  return Array.from({ length: count + 1 }, (_, n) => n * step);
}
/** Step sizes for an axis in seconds. */
export const secondSteps: readonly number[] = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400,
];

function chooseStep(minStep: number, steps?: readonly number[]): number {
  const given = steps?.find((step) => step >= minStep);
  if (given !== undefined) return given;
  const ten = 10 ** Math.floor(Math.log10(Math.max(minStep, 1)));
  return ([1, 2, 5, 10].find((n) => n * ten >= minStep) ?? 10) * ten;
}

export interface PlotFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
/** Returns the horizontal position of point `n` of `count`. */
export function toX(frame: PlotFrame, n: number, count: number): number {
  const available = frame.width - frame.left - frame.right;
  return count < 2 ? frame.left + available / 2 : frame.left + (n * available) / (count - 1);
}
export function toY(frame: PlotFrame, value: number, highest: number): number {
  const available = frame.height - frame.top - frame.bottom;
  return frame.top + available - (value / highest) * available;
}
/** Returns the index of the point nearest to a horizontal position. */
export function nearestPoint(frame: PlotFrame, x: number, count: number): number {
  const available = frame.width - frame.left - frame.right;
  return count < 2
    ? 0
    : Math.max(0, Math.min(count - 1, Math.round(((x - frame.left) / available) * (count - 1))));
}

/**
 * Returns a path through the known values, with a gap at each missing value. Points without
 * neighbours are returned as `dots`.
 */
export function linePath(
  frame: PlotFrame,
  values: readonly (number | null)[],
  highest: number,
): { readonly line: string; readonly dots: readonly number[] } {
  const dots: number[] = [];
  let line = "";
  for (const [n, value] of values.entries()) {
    if (value === null) continue;
    const isFirst = (values[n - 1] ?? null) === null;
    if (isFirst && (values[n + 1] ?? null) === null) dots.push(n);
    else
      line += `${isFirst ? "M" : "L"}${round(toX(frame, n, values.length))} ${round(toY(frame, value, highest))}`;
  }
  return { line, dots };
}
const round = (n: number): number => Math.round(n * 10) / 10;

/** A label at the end of a line. `y` is its vertical position, before or after `spreadLabels`. */
export interface EndLabel {
  readonly name: string;
  readonly y: number;
}
/**
 * Moves labels down until they are at least `gap` apart, then up until the last one is at `bottom`
 * or above. No label covers another label or the axis. The labels keep their vertical order.
 */
export function spreadLabels<Label extends EndLabel>(
  labels: readonly Label[],
  bottom: number,
  gap = 14,
): readonly Label[] {
  const sorted = labels.toSorted((a, b) => a.y - b.y);
  const down: number[] = [];
  for (const { y } of sorted) down.push(Math.max(y, (down.at(-1) ?? -Infinity) + gap));
  return sorted.map((label, n) => ({
    ...label,
    y: Math.min(down[n] ?? label.y, bottom - (sorted.length - 1 - n) * gap),
  }));
}

/** Returns the days that get a label: all days if they fit, otherwise as many Mondays as fit. */
export function labelledDays(
  dates: readonly string[],
  available: number,
  labelWidth = 64,
): readonly number[] {
  const fit = Math.max(1, Math.floor(available / labelWidth));
  if (dates.length <= fit) return dates.map((_, n) => n);
  const mondays = dates.flatMap((date, n) =>
    new Date(`${date}T12:00:00Z`).getUTCDay() === 1 ? [n] : [],
  );
  const every = Math.ceil(mondays.length / fit);
  return mondays.length === 0 ? [0] : mondays.filter((_, n) => n % every === 0);
}
/** Returns the groups of consecutive shaded days, each as its first and last index. */
export function groupConsecutiveDays(
  shaded: readonly boolean[],
): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const [n, isShaded] of shaded.entries()) {
    const last = runs.at(-1);
    if (!isShaded) continue;
    if (last && last[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs;
}
