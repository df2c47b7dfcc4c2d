import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { formatDayWithWeekday } from "../figures.ts";
import { Plot, createPlotScale, type PlotProps } from "./Plot.tsx";
import { nearestPoint, toX } from "./scale.ts";
import { t } from "../text.ts";

interface DayChartProps extends PlotProps {
  readonly label: string;
  /** Describes the chart in a sentence for screen readers. */
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
  const currentDay = at === null ? null : Math.min(at, last);
  const day = currentDay === null ? undefined : dates[currentDay];
  const plot = createPlotScale(width, series, steps);
  const onPointer = (event: PointerEvent) => {
    const side = box.current?.getBoundingClientRect().left ?? 0;
    setAt(nearestPoint(plot.frame, event.clientX - side, dates.length));
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
      aria-valuenow={currentDay ?? Math.max(last, 0)}
      aria-valuetext={currentDay === null ? summary : tipText(currentDay, chart)}
      onKeyDown={(event) => handleKey(event, { currentDay, dates, onOpen, setAt })}
      onBlur={() => setAt(null)}
      onPointerMove={onPointer}
      onPointerLeave={() => setAt(null)}
      onClick={() => day !== undefined && onOpen(day)}
    >
      {width > 0 && <Plot chart={chart} plot={plot} currentDay={currentDay} />}
      {currentDay !== null && day !== undefined && (
        <DayTip
          chart={chart}
          dayIndex={currentDay}
          isLeft={toX(plot.frame, currentDay, dates.length) > width / 2}
        />
      )}
    </div>
  );
}

interface KeyContext extends Pick<DayChartProps, "dates" | "onOpen"> {
  readonly currentDay: number | null;
  readonly setAt: (at: number | null) => void;
}

function handleKey(event: KeyboardEvent, { currentDay, dates, onOpen, setAt }: KeyContext): void {
  const last = dates.length - 1;
  const target = {
    ArrowRight: (currentDay ?? -1) + 1,
    ArrowUp: (currentDay ?? -1) + 1,
    ArrowLeft: (currentDay ?? dates.length) - 1,
    ArrowDown: (currentDay ?? dates.length) - 1,
    Home: 0,
    End: last,
  }[event.key];
  const day = currentDay === null ? undefined : dates[currentDay];
  if (target !== undefined) {
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, target)));
  } else if (event.key === "Enter" && day !== undefined) onOpen(day);
  else if (event.key === "Escape" && currentDay !== null) {
    event.stopPropagation();
    setAt(null);
  }
}

function DayTip({
  chart,
  dayIndex,
  isLeft,
}: {
  chart: DayChartProps;
  dayIndex: number;
  isLeft: boolean;
}) {
  return (
    <div className={`tip float ${isLeft ? "at-left" : "at-right"}`} aria-hidden="true">
      <b>{dayLabel(dayIndex, chart)}</b>
      <dl>
        {chart.series.map(({ name, tipName, values }) => (
          <div key={name}>
            <dt>{tipName?.(dayIndex) ?? name}</dt>
            <dd className="num">{chart.format(values[dayIndex] ?? null)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const dayLabel = (n: number, { dates, isLastRunning }: DayChartProps): string => {
  const name = formatDayWithWeekday(dates[n] ?? "");
  return isLastRunning && n === dates.length - 1 ? t("chart.sofar", { day: name }) : name;
};
function tipText(n: number, chart: DayChartProps): string {
  const { series, format } = chart;
  const parts = series.map(
    ({ name, tipName, values }) => `${tipName?.(n) ?? name} ${format(values[n] ?? null)}`,
  );
  return `${dayLabel(n, chart)}: ${parts.join(", ")}`;
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
