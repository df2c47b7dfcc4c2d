import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { weekDayName } from "./figures.ts";
import { Plot, plotOf, type PlotProps } from "./Plot.tsx";
import { pointAt, xOf } from "./scale.ts";
import { t } from "./text.ts";

interface DayChartProps extends PlotProps {
  readonly label: string;
  /** The chart as a sentence, for screen readers. */
  readonly summary: string;
  readonly steps?: readonly number[];
  readonly onOpen: (date: string) => void;
}

/**
 * A line chart by day, drawn at its measured width so that text keeps its size. Arrow keys and the
 * pointer select a day and show its numbers. Enter or a press lists its chats. Time runs from left
 * to right in every language.
 */
export function DayChart(chart: DayChartProps) {
  const { label, summary, dates, series, steps, onOpen } = chart;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [at, setAt] = useState<number | null>(null);
  const last = dates.length - 1;
  const here = at === null ? null : Math.min(at, last);
  const day = here === null ? undefined : dates[here];
  const plot = plotOf(width, series, steps);
  const onPointer = (event: PointerEvent) => {
    const side = box.current?.getBoundingClientRect().left ?? 0;
    setAt(pointAt(plot.frame, event.clientX - side, dates.length));
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
      aria-valuetext={here === null ? summary : tipOf(here, chart)}
      onKeyDown={(event) => walk(event, { here, dates, onOpen, setAt })}
      onBlur={() => setAt(null)}
      onPointerMove={onPointer}
      onPointerLeave={() => setAt(null)}
      onClick={() => day !== undefined && onOpen(day)}
    >
      {width > 0 && <Plot chart={chart} plot={plot} here={here} />}
      {here !== null && day !== undefined && <Tip chart={chart} here={here} isLeft={xOf(plot.frame, here, dates.length) > width / 2} />}
    </div>
  );
}

interface Walk extends Pick<DayChartProps, "dates" | "onOpen"> {
  readonly here: number | null;
  readonly setAt: (at: number | null) => void;
}

function walk(event: KeyboardEvent, { here, dates, onOpen, setAt }: Walk): void {
  const last = dates.length - 1;
  const to = {
    ArrowRight: (here ?? -1) + 1,
    ArrowUp: (here ?? -1) + 1,
    ArrowLeft: (here ?? dates.length) - 1,
    ArrowDown: (here ?? dates.length) - 1,
    Home: 0,
    End: last,
  }[event.key];
  const day = here === null ? undefined : dates[here];
  if (to !== undefined) {
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, to)));
  } else if (event.key === "Enter" && day !== undefined) onOpen(day);
  else if (event.key === "Escape" && here !== null) {
    event.stopPropagation();
    setAt(null);
  }
}

function Tip({ chart, here, isLeft }: { chart: DayChartProps; here: number; isLeft: boolean }) {
  return (
    <div className={`tip float ${isLeft ? "at-left" : "at-right"}`} aria-hidden="true">
      <b>{nameOfDay(here, chart)}</b>
      <dl>
        {chart.series.map(({ name, nameOf, values }) => (
          <div key={name}>
            <dt>{nameOf?.(here) ?? name}</dt>
            <dd className="num">{chart.format(values[here] ?? null)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
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
