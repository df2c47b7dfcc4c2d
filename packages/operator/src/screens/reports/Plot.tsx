import { dayName } from "./figures.ts";
import { marksTo, namedDays, pathOf, runsOf, spreadLabels, xOf, yOf, type Frame } from "./scale.ts";

export interface Series {
  readonly name: string;
  /** `a`, `b`: lines. `prev`: the compared period. `miss`: bars at the bottom. */
  readonly look: "a" | "b" | "prev" | "miss";
  readonly values: readonly (number | null)[];
  /** Name in the tip for a day, if it differs from `name`. */
  readonly nameOf?: (n: number) => string;
}
export interface PlotProps {
  readonly dates: readonly string[];
  /** Closed days. */
  readonly shaded: readonly boolean[];
  readonly series: readonly Series[];
  /** The last day is not over, so its value is drawn as incomplete. */
  readonly isLastRunning: boolean;
  readonly format: (value: number | null) => string;
}

/** Scale of a chart: its frame, axis ticks and highest tick. */
export interface PlotScale {
  readonly frame: Frame;
  readonly marks: readonly number[];
  readonly top: number;
}

/** Width of a letter of a label at 12 px. */
const letterPx = 7.5;

export function plotOf(width: number, series: readonly Series[], steps: readonly number[] | undefined): PlotScale {
  const longest = Math.max(0, ...series.map(({ name }) => name.length));
  const frame = { width, height: 222, left: steps === undefined ? 36 : 48, right: 12 + letterPx * longest, top: 12, bottom: 26 };
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const marks = marksTo(highest, 5, steps);
  return { frame, marks, top: marks.at(-1) ?? 1 };
}

/** The drawing: closed days, axis, day names, a line per series, and the current day. */
export function Plot({ chart, plot, here }: { chart: PlotProps; plot: PlotScale; here: number | null }) {
  const { dates, shaded, series, isLastRunning, format } = chart;
  const { frame, marks, top } = plot;
  const { width, height, left, right } = frame;
  return (
    <svg className="plot" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Shades frame={frame} shaded={shaded} />
      {marks.map((mark) => (
        <g key={mark}>
          <path className={mark === 0 ? "base" : "grid"} d={`M${left} ${yOf(frame, mark, top)}H${width - right}`} />
          <text x={left - 8} y={yOf(frame, mark, top) + 4} textAnchor="end">
            {format(mark)}
          </text>
        </g>
      ))}
      {namedDays(dates, width - left - right).map((n) => (
        <text key={n} x={xOf(frame, n, dates.length)} y={height - 6} textAnchor="middle">
          {dayName(dates[n] ?? "")}
        </text>
      ))}
      {series.map((one) => (
        <Drawn key={one.name} frame={frame} top={top} one={one} isLastRunning={isLastRunning} />
      ))}
      <Names frame={frame} top={top} series={series} />
      {here !== null && <Here frame={frame} top={top} series={series} here={here} days={dates.length} />}
    </svg>
  );
}

/** Background of closed days. */
function Shades({ frame, shaded }: { frame: Frame; shaded: readonly boolean[] }) {
  const days = shaded.length;
  const half = days < 2 ? 0 : (xOf(frame, 1, days) - xOf(frame, 0, days)) / 2;
  return runsOf(shaded).map(([from, to]) => {
    const x = Math.max(frame.left, xOf(frame, from, days) - half);
    const end = Math.min(frame.width - frame.right, xOf(frame, to, days) + half);
    const height = frame.height - frame.top - frame.bottom;
    return <rect key={from} className="wk" x={x} y={frame.top} width={Math.max(0, end - x)} height={height} />;
  });
}

interface HereProps {
  readonly frame: Frame;
  readonly top: number;
  readonly series: readonly Series[];
  readonly here: number;
  readonly days: number;
}

/** Marks the current day. */
function Here({ frame, top, series, here, days }: HereProps) {
  const x = xOf(frame, here, days);
  return (
    <>
      <path className="cross" d={`M${x} ${frame.top}V${frame.height - frame.bottom}`} />
      {series.map(({ look, name, values }) => {
        const value = values[here] ?? null;
        if (value === null || look === "miss" || look === "prev") return null;
        return <circle key={name} className={`pt ${look}`} cx={x} cy={yOf(frame, value, top)} r={4} />;
      })}
    </>
  );
}

function Drawn({ frame, top, one: { look, values }, isLastRunning }: { frame: Frame; top: number; one: Series; isLastRunning: boolean }) {
  if (look === "miss")
    return values.map((value, n) => {
      const x = xOf(frame, n, values.length);
      const y = yOf(frame, value ?? 0, top);
      // Bars have no other key than their index.
      // oxlint-disable-next-line react/no-array-index-key
      return value ? <rect key={n} className="miss" x={x - 3} y={y} width={6} height={frame.height - frame.bottom - y} /> : null;
    });
  const last = values.length - 1;
  const isOpen = isLastRunning && look !== "prev" && last > 0;
  const whole = pathOf(frame, isOpen ? values.with(last, null) : values, top);
  const rest = isOpen
    ? pathOf(
        frame,
        values.map((value, n) => (n < last - 1 ? null : value)),
        top,
      )
    : null;
  return (
    <>
      <path className={`l ${look}`} d={whole.line} />
      {rest && <path className={`l ${look} running`} d={rest.line} />}
      {[...whole.dots, ...(rest?.dots ?? []).filter((n) => n === last)].map((n) => (
        <circle key={n} className={`dot ${look}`} cx={xOf(frame, n, values.length)} cy={yOf(frame, values[n] ?? 0, top)} r={3} />
      ))}
    </>
  );
}

/** Labels at the ends of the lines. */
function Names({ frame, top, series }: { frame: Frame; top: number; series: readonly Series[] }) {
  const ends = series.map(({ name, look, values }) => ({
    name,
    look,
    y: yOf(frame, (look === "miss" ? 0 : values.findLast((value) => value !== null)) ?? 0, top) + 4,
  }));
  return spreadLabels(ends, frame.height - frame.bottom).map(({ name, look, y }) => (
    <text key={name} className={`lab lab-${look}`} x={frame.width - frame.right + 8} y={y}>
      {name}
    </text>
  ));
}
