import { formatDay } from "../figures.ts";
import {
  axisTicks,
  labelledDays,
  linePath,
  groupConsecutiveDays,
  spreadLabels,
  toX,
  toY,
  type PlotFrame,
} from "./scale.ts";

export interface Series {
  readonly name: string;
  /**
   * Style of the series: a line (`a`, `b`), the line of the compared period (`prev`), or bars at
   * the bottom (`miss`).
   */
  readonly style: "a" | "b" | "prev" | "miss";
  readonly values: readonly (number | null)[];
  /** Name in the tip of a day, if it differs from `name`. */
  readonly tipName?: (n: number) => string;
}
export interface PlotProps {
  readonly dates: readonly string[];
  /** Whether each day is shaded because it is closed. */
  readonly shaded: readonly boolean[];
  readonly series: readonly Series[];
  /** Whether the last day is not over. Its value is then drawn as incomplete. */
  readonly isLastRunning: boolean;
  readonly format: (value: number | null) => string;
}

/** Scale of a chart: its frame, axis ticks and highest tick. */
export interface PlotScale {
  readonly frame: PlotFrame;
  readonly marks: readonly number[];
  readonly top: number;
}

/** Width of one letter of a label at 12 px, in pixels. */
const letterWidthPx = 7.5;

export function createPlotScale(
  width: number,
  series: readonly Series[],
  steps: readonly number[] | undefined,
): PlotScale {
  const longest = Math.max(0, ...series.map(({ name }) => name.length));
  const frame = {
    width,
    height: 222,
    left: steps === undefined ? 36 : 48,
    right: 12 + letterWidthPx * longest,
    top: 12,
    bottom: 26,
  };
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const marks = axisTicks(highest, 5, steps);
  return { frame, marks, top: marks.at(-1) ?? 1 };
}

/** Draws the closed days, the axis, the day names, one line per series, and the selected day. */
export function Plot({
  chart,
  plot,
  currentDay,
}: {
  chart: PlotProps;
  plot: PlotScale;
  currentDay: number | null;
}) {
  const { dates, shaded, series, isLastRunning, format } = chart;
  const { frame, marks, top } = plot;
  const { width, height, left, right } = frame;
  return (
    <svg
      className="plot"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <ClosedDays frame={frame} shaded={shaded} />
      {marks.map((mark) => (
        <g key={mark}>
          <path
            className={mark === 0 ? "base" : "grid"}
            d={`M${left} ${toY(frame, mark, top)}H${width - right}`}
          />
          <text x={left - 8} y={toY(frame, mark, top) + 4} textAnchor="end">
            {format(mark)}
          </text>
        </g>
      ))}
      {labelledDays(dates, width - left - right).map((n) => (
        <text key={n} x={toX(frame, n, dates.length)} y={height - 6} textAnchor="middle">
          {formatDay(dates[n] ?? "")}
        </text>
      ))}
      {series.map((one) => (
        <SeriesShape
          key={one.name}
          frame={frame}
          top={top}
          series={one}
          isLastRunning={isLastRunning}
        />
      ))}
      <EndLabels frame={frame} top={top} series={series} />
      {currentDay !== null && (
        <DayMarker
          frame={frame}
          top={top}
          series={series}
          dayIndex={currentDay}
          days={dates.length}
        />
      )}
    </svg>
  );
}

/** Draws the background of closed days. */
function ClosedDays({ frame, shaded }: { frame: PlotFrame; shaded: readonly boolean[] }) {
  const days = shaded.length;
  const half = days < 2 ? 0 : (toX(frame, 1, days) - toX(frame, 0, days)) / 2;
  return groupConsecutiveDays(shaded).map(([from, to]) => {
    const x = Math.max(frame.left, toX(frame, from, days) - half);
    const end = Math.min(frame.width - frame.right, toX(frame, to, days) + half);
    const height = frame.height - frame.top - frame.bottom;
    return (
      <rect
        key={from}
        className="wk"
        x={x}
        y={frame.top}
        width={Math.max(0, end - x)}
        height={height}
      />
    );
  });
}

interface DayMarkerProps {
  readonly frame: PlotFrame;
  readonly top: number;
  readonly series: readonly Series[];
  readonly dayIndex: number;
  readonly days: number;
}

/** Marks the selected day. */
function DayMarker({ frame, top, series, dayIndex, days }: DayMarkerProps) {
  const x = toX(frame, dayIndex, days);
  return (
    <>
      <path className="cross" d={`M${x} ${frame.top}V${frame.height - frame.bottom}`} />
      {series.map(({ style, name, values }) => {
        const value = values[dayIndex] ?? null;
        if (value === null || style === "miss" || style === "prev") return null;
        return (
          <circle key={name} className={`pt ${style}`} cx={x} cy={toY(frame, value, top)} r={4} />
        );
      })}
    </>
  );
}

interface SeriesShapeProps {
  frame: PlotFrame;
  top: number;
  series: Series;
  isLastRunning: boolean;
}

function SeriesShape({ frame, top, series: { style, values }, isLastRunning }: SeriesShapeProps) {
  if (style === "miss")
    return values.map((value, n) => {
      const x = toX(frame, n, values.length);
      const y = toY(frame, value ?? 0, top);
      // Bars have no other key than their index.
      // oxlint-disable-next-line react/no-array-index-key
      return value ? (
        <rect
          key={n}
          className="miss"
          x={x - 3}
          y={y}
          width={6}
          height={frame.height - frame.bottom - y}
        />
      ) : null;
    });
  const last = values.length - 1;
  const isOpen = isLastRunning && style !== "prev" && last > 0;
  const whole = linePath(frame, isOpen ? values.with(last, null) : values, top);
  const rest = isOpen
    ? linePath(
        frame,
        values.map((value, n) => (n < last - 1 ? null : value)),
        top,
      )
    : null;
  return (
    <>
      <path className={`l ${style}`} d={whole.line} />
      {rest && <path className={`l ${style} running`} d={rest.line} />}
      {[...whole.dots, ...(rest?.dots ?? []).filter((n) => n === last)].map((n) => (
        <circle
          key={n}
          className={`dot ${style}`}
          cx={toX(frame, n, values.length)}
          cy={toY(frame, values[n] ?? 0, top)}
          r={3}
        />
      ))}
    </>
  );
}

/** Draws the labels at the ends of the lines. */
function EndLabels({
  frame,
  top,
  series,
}: {
  frame: PlotFrame;
  top: number;
  series: readonly Series[];
}) {
  const ends = series.map(({ name, style, values }) => ({
    name,
    style,
    y:
      toY(frame, (style === "miss" ? 0 : values.findLast((value) => value !== null)) ?? 0, top) + 4,
  }));
  return spreadLabels(ends, frame.height - frame.bottom).map(({ name, style, y }) => (
    <text key={name} className={`lab lab-${style}`} x={frame.width - frame.right + 8} y={y}>
      {name}
    </text>
  ));
}
