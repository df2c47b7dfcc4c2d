import type { Report, ReportDay, ReportFigures, ReportNumber } from "@parlour/protocol/api";
import type { ReportAddress } from "./address.ts";
import { ChartCard } from "./ChartCard.tsx";
import { DayChart } from "./DayChart.tsx";
import type { Series } from "./Plot.tsx";
import { count, dayName, length, nameOf, rangeName } from "./figures.ts";
import { HoursCard } from "./HoursCard.tsx";
import type { Listed, RowKind } from "./listed.ts";
import { Ratings, RatingTable } from "./Ratings.tsx";
import { DayTable, peopleRows, RowBars, RowTable, type TableRow } from "./Rows.tsx";
import { secondSteps } from "./scale.ts";
import { t } from "./text.ts";
import { exportHref } from "./use-report.ts";

interface ChartsProps {
  readonly report: Report;
  readonly address: ReportAddress;
  readonly onList: (listed: Listed) => void;
}

/** The charts of a report, each with its table and file. */
export function Charts({ report, address, onList }: ChartsProps) {
  const props: RowProps = {
    report,
    onList,
    csv: (table) => exportHref(table, address, report.now),
    onRow: (kind, id, number) => onList({ number, of: { kind, id } }),
    withCalls: report.now.totals.calls > 0,
  };
  return (
    <>
      <Days {...props} />
      <People {...props} />
      <HoursAndRatings {...props} />
      <Places {...props} />
    </>
  );
}

interface RowProps extends Pick<ChartsProps, "report" | "onList"> {
  readonly csv: (table: string) => string;
  readonly onRow: (kind: RowKind, id: number | null, number: ReportNumber) => void;
  readonly withCalls: boolean;
}

/** Chats and first answer times by day. */
function Days({ report, csv, onList }: RowProps) {
  const onDay = (date: string, number: ReportNumber = "chats") => onList({ number, of: { kind: "day", date } });
  return (
    <div className="cols">
      <ChartCard
        title={t("chart.chats")}
        definition={t("def.days")}
        csv={csv("days")}
        chart={<ChatsChart report={report} onDay={onDay} />}
        table={<DayTable days={report.now.days} of="chats" onOpen={onDay} />}
      />
      <ChartCard
        title={t("chart.answer")}
        definition={t("def.answer")}
        csv={csv("days")}
        chart={<AnswerChart report={report} onDay={onDay} />}
        table={<DayTable days={report.now.days} of="answer" onOpen={onDay} />}
      />
    </div>
  );
}

/** The figures of operators and bots. */
function People({ report, csv, onRow, withCalls }: RowProps) {
  const people = peopleRows(report.people, onRow);
  return (
    <ChartCard
      title={t("chart.people")}
      definition={t("def.people")}
      csv={csv("people")}
      first="table"
      chart={<RowBars rows={people} />}
      table={<RowTable rows={people} of="people" withCalls={withCalls} />}
    />
  );
}

/** Hours of the week, and ratings by week. */
function HoursAndRatings({ report, csv, onList }: RowProps) {
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

/** The figures of channels and departments. */
function Places({ report, csv, onRow, withCalls }: RowProps) {
  const channels = plainRows(report.channels, t("table.nobody"), (id, number) => onRow("channel", id, number));
  const departments = plainRows(report.departments, t("table.nodepartment"), (id, number) => onRow("department", id, number));
  return (
    <div className="cols">
      <ChartCard
        title={t("chart.channels")}
        definition={t("def.chats")}
        csv={csv("channels")}
        first="table"
        chart={<RowBars rows={channels} />}
        table={<RowTable rows={channels} of="places" withCalls={withCalls} />}
      />
      <ChartCard
        title={t("chart.departments")}
        definition={t("def.chats")}
        csv={csv("departments")}
        first="table"
        chart={<RowBars rows={departments} />}
        table={<RowTable rows={departments} of="places" withCalls={withCalls} />}
      />
    </div>
  );
}

function plainRows(
  rows: readonly { readonly id: number | null; readonly name: string | null; readonly figures: ReportFigures }[],
  without: string,
  open: (id: number | null, number: ReportNumber) => void,
): readonly TableRow[] {
  return rows.map(({ id, name, figures }) => ({
    key: String(id),
    name: nameOf(id, name, without),
    figures,
    onOpen: (number) => open(id, number),
  }));
}

type DayProps = { readonly report: Report; readonly onDay: (date: string) => void };
const values = (days: readonly ReportDay[], of: (figures: ReportFigures) => number | null): readonly (number | null)[] =>
  days.map(({ figures }) => of(figures));
/** Returns the shaded days: closed days, or weekends if no day is closed. */
function shadedOf({ working_hours: hasHours, now }: Report): readonly boolean[] {
  return now.days.map(({ date, open }) => (hasHours ? !open : [0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay())));
}
/** Returns whether the last day is today in the account's time zone. */
const isLastRunning = ({ timezone, now }: Report): boolean => new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format() === now.to;

function ChatsChart({ report, onDay }: DayProps) {
  const { now, before } = report;
  const most = now.days.reduce((best, day) => (day.figures.chats > best.figures.chats ? day : best), now.days[0] as ReportDay);
  const series: Series[] = [
    ...beforeSeries(before, (is) => is.chats),
    { name: t("series.chats"), look: "a", values: values(now.days, (is) => is.chats) },
    { name: t("series.missed"), look: "miss", values: values(now.days, (is) => is.missed) },
  ];
  return (
    <DayChart
      label={t("chart.chats")}
      summary={t("chart.chats.sum", {
        range: rangeName(now),
        n: count(now.totals.chats),
        missed: count(now.totals.missed),
        day: dayName(most.date),
        most: count(most.figures.chats),
      })}
      dates={now.days.map(({ date }) => date)}
      shaded={shadedOf(report)}
      series={series}
      isLastRunning={isLastRunning(report)}
      format={(value) => count(value ?? 0)}
      onOpen={onDay}
    />
  );
}

/** Returns a number on the compared days, each with its own date. */
function beforeSeries(before: Report["before"], of: (figures: ReportFigures) => number | null): Series[] {
  if (!before) return [];
  return [
    {
      name: t("series.before"),
      look: "prev",
      values: values(before.days, of),
      nameOf: (n: number) => t("series.before.on", { day: dayName(before.days[n]?.date ?? "") }),
    },
  ];
}

function AnswerChart({ report, onDay }: DayProps) {
  const { now } = report;
  return (
    <DayChart
      label={t("chart.answer")}
      summary={t("chart.answer.sum", {
        range: rangeName(now),
        median: length(now.totals.answer_median_s),
        p90: length(now.totals.answer_p90_s),
      })}
      dates={now.days.map(({ date }) => date)}
      shaded={shadedOf(report)}
      series={[
        ...beforeSeries(report.before, (is) => is.answer_median_s),
        { name: t("series.p90"), look: "b", values: values(now.days, (is) => is.answer_p90_s), nameOf: () => t("series.p90.on") },
        { name: t("series.median"), look: "a", values: values(now.days, (is) => is.answer_median_s) },
      ]}
      isLastRunning={isLastRunning(report)}
      steps={secondSteps}
      format={length}
      onOpen={onDay}
    />
  );
}
