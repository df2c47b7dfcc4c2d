import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { dayName, weekDayName } from "./figures.ts";
import { marksTo, namedDays, pathOf, pointAt, runsOf, xOf, yOf, type Frame } from "./scale.ts";
import { t } from "./text.ts";

export interface Series {
  readonly name: string;
  /** `a`, `b`: lines; `prev`: what it was before; `miss`: bars at the foot. */
  readonly look: "a" | "b" | "prev" | "miss";
  readonly values: readonly (number | null)[];
  /** What the tip says of a day, when it is not the name. */
  readonly nameOf?: (n: number) => string;
}
interface DayChartProps {
  readonly label: string;
  /** All of it in a sentence, for who does not see it. */
  readonly summary: string;
  readonly dates: readonly string[];
  /** Days that are closed. */
  readonly shaded: readonly boolean[];
  readonly series: readonly Series[];
  /** The last day is not over: what is known of it is no end of a line. */
  readonly isLastRunning: boolean;
  readonly steps?: readonly number[];
  readonly format: (value: number | null) => string;
  readonly onOpen: (date: string) => void;
}

/**
 * A line per series over the days. It is drawn at its measured width, so words keep their size. Arrow keys and the pointer go from day to day; the
 * tip says the day's numbers, Enter or a press lists its chats. Time runs from left to right in every language.
 */
export function DayChart({ label, summary, dates, shaded, series, isLastRunning, steps, format, onOpen }: DayChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [at, setAt] = useState<number | null>(null);
  const isNarrow = width < 420;
  const ends = isNarrow ? 12 : 64;
  const frame: Frame = { width, height: 222, left: steps === undefined ? 36 : 48, right: ends, top: 12, bottom: 26 };
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const marks = marksTo(highest, 5, steps);
  const top = marks.at(-1) ?? 1;
  const last = dates.length - 1;
  const here = at === null ? null : Math.min(at, last);
  const day = here === null ? undefined : dates[here];
  const half = dates.length < 2 ? 0 : (xOf(frame, 1, dates.length) - xOf(frame, 0, dates.length)) / 2;

  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowRight: (here ?? -1) + 1,
      ArrowUp: (here ?? -1) + 1,
      ArrowLeft: (here ?? dates.length) - 1,
      ArrowDown: (here ?? dates.length) - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(last, to)));
    } else if (event.key === "Enter" && day !== undefined) onOpen(day);
    else if (event.key === "Escape" && at !== null) {
      event.stopPropagation();
      setAt(null);
    }
  };
  const onPointer = (event: PointerEvent) => {
    const side = box.current?.getBoundingClientRect().left ?? 0;
    setAt(pointAt(frame, event.clientX - side, dates.length));
  };
  return (
    <div
      className="plotbox"
      ref={box}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a chart that is walked by day; an input of type range holds no drawing.
      role="slider"
      tabIndex={0}
      aria-label={`${label}. ${t("chart.days")}`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(last, 0)}
      aria-valuenow={here ?? Math.max(last, 0)}
      aria-valuetext={here === null ? summary : tipOf(here, { dates, series, isLastRunning, format })}
      onKeyDown={onKeyDown}
      onBlur={() => setAt(null)}
      onPointerMove={onPointer}
      onPointerLeave={() => setAt(null)}
      onClick={() => day !== undefined && onOpen(day)}
    >
      {width > 0 && (
        <svg className="plot" width={width} height={frame.height} viewBox={`0 0 ${width} ${frame.height}`} aria-hidden="true">
          {runsOf(shaded).map(([from, to]) => {
            const x = Math.max(frame.left, xOf(frame, from, dates.length) - half);
            const end = Math.min(width - frame.right, xOf(frame, to, dates.length) + half);
            return (
              <rect
                key={from}
                className="wk"
                x={x}
                y={frame.top}
                width={Math.max(0, end - x)}
                height={frame.height - frame.top - frame.bottom}
              />
            );
          })}
          {marks.map((mark) => (
            <g key={mark}>
              <path className={mark === 0 ? "base" : "grid"} d={`M${frame.left} ${yOf(frame, mark, top)}H${width - frame.right}`} />
              <text x={frame.left - 8} y={yOf(frame, mark, top) + 4} textAnchor="end">
                {format(mark)}
              </text>
            </g>
          ))}
          {namedDays(dates, width - frame.left - frame.right).map((n) => (
            <text key={n} x={xOf(frame, n, dates.length)} y={frame.height - 6} textAnchor="middle">
              {dayName(dates[n] ?? "")}
            </text>
          ))}
          {series.map((one) => (
            <Drawn key={one.name} frame={frame} top={top} one={one} isLastRunning={isLastRunning} />
          ))}
          {!isNarrow && <Names frame={frame} top={top} series={series} />}
          {here !== null && (
            <>
              <path className="cross" d={`M${xOf(frame, here, dates.length)} ${frame.top}V${frame.height - frame.bottom}`} />
              {series.map(({ look, name, values }) => {
                const value = values[here] ?? null;
                return value === null || look === "miss" || look === "prev" ? null : (
                  <circle key={name} className={`pt ${look}`} cx={xOf(frame, here, dates.length)} cy={yOf(frame, value, top)} r={4} />
                );
              })}
            </>
          )}
        </svg>
      )}
      {here !== null && day !== undefined && (
        <div className={`tip float ${xOf(frame, here, dates.length) > width / 2 ? "at-left" : "at-right"}`} aria-hidden="true">
          <b>{nameOfDay(here, { dates, isLastRunning })}</b>
          <dl>
            {series.map(({ name, nameOf, values }) => (
              <div key={name}>
                <dt>{nameOf?.(here) ?? name}</dt>
                <dd className="num">{format(values[here] ?? null)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}

function Drawn({ frame, top, one: { look, values }, isLastRunning }: { frame: Frame; top: number; one: Series; isLastRunning: boolean }) {
  if (look === "miss")
    return values.map((value, n) => {
      const x = xOf(frame, n, values.length);
      const y = yOf(frame, value ?? 0, top);
      // Days have no names of their own here.
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

/** Names at the ends of the lines, apart from each other. */
function Names({ frame, top, series }: { frame: Frame; top: number; series: readonly Series[] }) {
  const ends = series
    .map(({ name, look, values }) => ({
      name,
      look,
      y: yOf(frame, (look === "miss" ? 0 : values.findLast((value) => value !== null)) ?? 0, top),
    }))
    .toSorted((a, b) => a.y - b.y);
  let lowest = -Infinity;
  return ends.map(({ name, look, y }) => {
    lowest = Math.max(y + 4, lowest + 15);
    return (
      <text key={name} className={`lab lab-${look}`} x={frame.width - frame.right + 8} y={lowest}>
        {name}
      </text>
    );
  });
}

const nameOfDay = (n: number, { dates, isLastRunning }: Pick<DayChartProps, "dates" | "isLastRunning">): string => {
  const name = weekDayName(dates[n] ?? "");
  return isLastRunning && n === dates.length - 1 ? t("chart.sofar", { day: name }) : name;
};
function tipOf(n: number, chart: Pick<DayChartProps, "dates" | "series" | "isLastRunning" | "format">): string {
  const { series, format } = chart;
  const parts = series.map(({ name, nameOf, values }) => `${nameOf?.(n) ?? name} ${format(values[n] ?? null)}`);
  return `${nameOfDay(n, chart)}: ${parts.join(", ")}`;
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [box]);
  return width;
}
