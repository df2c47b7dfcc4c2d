import type { Report, ReportFigures, ReportNumber } from "@parlour/protocol/api";
import type { ReportUrlParams } from "../report-url.ts";
import { ChartCard } from "./ChartCard.tsx";
import { rowName } from "../figures.ts";
import { HoursCard } from "./HoursCard.tsx";
import type { ChatListQuery, RowKind } from "../chat-list/chat-list-query.ts";
import { Ratings, RatingTable } from "./Ratings.tsx";
import {
  DayTable,
  operatorRows,
  BreakdownBars,
  BreakdownTable,
  type TableRow,
} from "./ReportTables.tsx";
import { t } from "../text.ts";
import { exportHref } from "../use-report.ts";
import { ChatsChart, AnswerChart } from "./DayCharts.tsx";

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
