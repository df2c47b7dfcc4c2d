import type { Report, ReportDay, ReportFigures, ReportNumber } from "@parlour/protocol/api";
import type { ReportUrlParams } from "../report-url.ts";
import { ChartCard } from "./ChartCard.tsx";
import { DayChart } from "./DayChart.tsx";
import type { Series } from "./Plot.tsx";
import { formatNumber, formatDay, formatSeconds, rowName, formatRange } from "../figures.ts";
import { HoursCard } from "./HoursCard.tsx";
import type { ChatListQuery, RowKind } from "../chat-list-query.ts";
import { Ratings, RatingTable } from "./Ratings.tsx";
import {
  DayTable,
  operatorRows,
  BreakdownBars,
  BreakdownTable,
  type TableRow,
} from "./ReportTables.tsx";
import { secondSteps } from "./scale.ts";
import { t } from "../text.ts";
import { exportHref } from "../use-report.ts";

interface ChartsProps {
  readonly report: Report;
  readonly address: ReportUrlParams;
  readonly onList: (listed: ChatListQuery) => void;
}

/** Renders the charts of a report, each with its table and CSV file. */
export function Charts({ report, address, onList }: ChartsProps) {
  const props: ChartRowProps = {
    report,
    onList,
    csv: (table) => exportHref(table, address, report.now),
    onRow: (kind, id, number) => onList({ number, of: { kind, id } }),
    withCalls: report.now.totals.calls > 0,
  };
  return (
    <>
      <DayCharts {...props} />
      <OperatorCard {...props} />
      <HoursAndRatings {...props} />
      <ChannelCards {...props} />
    </>
  );
}

interface ChartRowProps extends Pick<ChartsProps, "report" | "onList"> {
  readonly csv: (table: string) => string;
  readonly onRow: (kind: RowKind, id: number | null, number: ReportNumber) => void;
  readonly withCalls: boolean;
}

/** Shows chats and first answer times by day. */
function DayCharts({ report, csv, onList }: ChartRowProps) {
  const onDay = (date: string, number: ReportNumber = "chats") =>
    onList({ number, of: { kind: "day", date } });
  return (
    <div className="cols">
      <ChartCard
        title={t("chart.chats")}
        definition={t("def.days")}
        csv={csv("days")}
        chart={<ChatsChart report={report} onDay={onDay} />}
        table={<DayTable days={report.now.days} kind="chats" onOpen={onDay} />}
      />
      <ChartCard
        title={t("chart.answer")}
        definition={t("def.answer")}
        csv={csv("days")}
        chart={<AnswerChart report={report} onDay={onDay} />}
        table={<DayTable days={report.now.days} kind="answer" onOpen={onDay} />}
      />
    </div>
  );
}

/** Shows the statistics of operators and bots. */
function OperatorCard({ report, csv, onRow, withCalls }: ChartRowProps) {
  const people = operatorRows(report.people, onRow);
  return (
    <ChartCard
      title={t("chart.people")}
      definition={t("def.people")}
      csv={csv("people")}
      first="table"
      chart={<BreakdownBars rows={people} />}
      table={<BreakdownTable rows={people} kind="people" withCalls={withCalls} />}
    />
  );
}

/** Shows the hours of the week, and the ratings by week. */
function HoursAndRatings({ report, csv, onList }: ChartRowProps) {
  return (
    <div className="cols hours">
      <HoursCard report={report} csv={csv("hours")} onList={onList} />
      <ChartCard
        title={t("chart.rating")}
        definition={t("def.rating")}
        csv={csv("days")}
        chart={<Ratings report={report} onOpen={(number) => onList({ number })} />}
        table={<RatingTable report={report} />}
      />
    </div>
  );
}

/** Shows the statistics of channels and departments. */
function ChannelCards({ report, csv, onRow, withCalls }: ChartRowProps) {
  const channels = toTableRows(report.channels, t("table.nobody"), (id, number) =>
    onRow("channel", id, number),
  );
  const departments = toTableRows(report.departments, t("table.nodepartment"), (id, number) =>
    onRow("department", id, number),
  );
  return (
    <div className="cols">
      <ChartCard
        title={t("chart.channels")}
        definition={t("def.chats")}
        csv={csv("channels")}
        first="table"
        chart={<BreakdownBars rows={channels} />}
        table={<BreakdownTable rows={channels} kind="places" withCalls={withCalls} />}
      />
      <ChartCard
        title={t("chart.departments")}
        definition={t("def.chats")}
        csv={csv("departments")}
        first="table"
        chart={<BreakdownBars rows={departments} />}
        table={<BreakdownTable rows={departments} kind="places" withCalls={withCalls} />}
      />
    </div>
  );
}

function toTableRows(
  rows: readonly {
    readonly id: number | null;
    readonly name: string | null;
    readonly figures: ReportFigures;
  }[],
  missingName: string,
  open: (id: number | null, number: ReportNumber) => void,
): readonly TableRow[] {
  return rows.map(({ id, name, figures }) => ({
    key: String(id),
    name: rowName(id, name, missingName),
    figures,
    onOpen: (number) => open(id, number),
  }));
}

type DayProps = { readonly report: Report; readonly onDay: (date: string) => void };
const seriesValues = (
  days: readonly ReportDay[],
  getValue: (figures: ReportFigures) => number | null,
): readonly (number | null)[] => days.map(({ figures }) => getValue(figures));
/**
 * Returns for each day whether it is shaded. Closed days are shaded, or weekends if no day is
 * closed.
 */
function shadedDays({ working_hours: hasHours, now }: Report): readonly boolean[] {
  return now.days.map(({ date, open }) =>
    hasHours ? !open : [0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay()),
  );
}
/** Returns whether the last day of the report is today in the account's time zone. */
const isLastRunning = ({ timezone, now }: Report): boolean =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format() === now.to;

function ChatsChart({ report, onDay }: DayProps) {
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
      isLastRunning={isLastRunning(report)}
      format={(value) => formatNumber(value ?? 0)}
      onOpen={onDay}
    />
  );
}

/**
 * Returns the series of a number in the compared period. The tip of each point shows the date in
 * that period.
 */
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

function AnswerChart({ report, onDay }: DayProps) {
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
      isLastRunning={isLastRunning(report)}
      steps={secondSteps}
      format={formatSeconds}
      onOpen={onDay}
    />
  );
}
