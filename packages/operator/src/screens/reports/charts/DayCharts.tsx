import type { Report, ReportDay, ReportFigures } from "@parlour/protocol/api";
import { DayChart } from "./DayChart.tsx";
import type { Series } from "./Plot.tsx";
import { formatNumber, formatDay, formatSeconds, formatRange } from "../figures.ts";
import { secondSteps } from "./scale.ts";
import { t } from "../text.ts";

export type DayProps = { readonly report: Report; readonly onDay: (date: string) => void };
export const seriesValues = (
  days: readonly ReportDay[],
  getValue: (figures: ReportFigures) => number | null,
): readonly (number | null)[] => days.map(({ figures }) => getValue(figures));
/** Returns whether each day is shaded: closed days, or weekends if no day is closed. */
export function shadedDays({ working_hours, now }: Report): readonly boolean[] {
  return now.days.map(({ date, open }) =>
    working_hours ? !open : [0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay()),
  );
}
/** Returns whether the last day of the report is today in the account's time zone. */
export const isLastRunning = (timezone: string, to: string): boolean =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format() === to;

export function ChatsChart({ report, onDay }: DayProps) {
  const { now, before } = report;
  const busiest = now.days.reduce(
    (best, day) => (day.figures.chats > best.figures.chats ? day : best),
    now.days[0] as ReportDay,
  );
  const series: Series[] = [
    ...previousSeries(before, (is) => is.chats),
    { name: t("series.chats"), style: "a", values: seriesValues(now.days, (is) => is.chats) },
    { name: t("series.missed"), style: "miss", values: seriesValues(now.days, (is) => is.missed) },
  ];
  return (
    <DayChart
      label={t("chart.chats")}
      summary={t("chart.chats.sum", {
        range: formatRange(now),
        n: formatNumber(now.totals.chats),
        missed: formatNumber(now.totals.missed),
        day: formatDay(busiest.date),
        most: formatNumber(busiest.figures.chats),
      })}
      dates={now.days.map(({ date }) => date)}
      shaded={shadedDays(report)}
      series={series}
      isLastRunning={isLastRunning(report.timezone, now.to)}
      format={(value) => formatNumber(value ?? 0)}
      onOpen={onDay}
    />
  );
}

/** Returns the series of the compared period. The tip of a point shows its date there. */
function previousSeries(
  before: Report["before"],
  getValue: (figures: ReportFigures) => number | null,
): Series[] {
  if (!before) return [];
  return [
    {
      name: t("series.before"),
      style: "prev",
      values: seriesValues(before.days, getValue),
      tipName: (n: number) => t("series.before.on", { day: formatDay(before.days[n]?.date ?? "") }),
    },
  ];
}

export function AnswerChart({ report, onDay }: DayProps) {
  const { now } = report;
  return (
    <DayChart
      label={t("chart.answer")}
      summary={t("chart.answer.sum", {
        range: formatRange(now),
        median: formatSeconds(now.totals.answer_median_s),
        p90: formatSeconds(now.totals.answer_p90_s),
      })}
      dates={now.days.map(({ date }) => date)}
      shaded={shadedDays(report)}
      series={[
        ...previousSeries(report.before, (is) => is.answer_median_s),
        {
          name: t("series.p90"),
          style: "b",
          values: seriesValues(now.days, (is) => is.answer_p90_s),
          tipName: () => t("series.p90.on"),
        },
        {
          name: t("series.median"),
          style: "a",
          values: seriesValues(now.days, (is) => is.answer_median_s),
        },
      ]}
      isLastRunning={isLastRunning(report.timezone, now.to)}
      steps={secondSteps}
      format={formatSeconds}
      onOpen={onDay}
    />
  );
}
