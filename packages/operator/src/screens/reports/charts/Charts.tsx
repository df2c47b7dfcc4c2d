import type { Report, ReportFigures, ReportNumber } from "@parlour/protocol/api";
import type { ReportUrlParams } from "../report-url.ts";
import { ChartCard, type TableFile } from "./ChartCard.tsx";
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
import {
  SuggestionBars,
  SuggestionChart,
  SuggestionDayTable,
  SuggestionOperatorTable,
} from "./Suggestions.tsx";

interface ChartsProps {
  readonly report: Report;
  readonly address: ReportUrlParams;
  readonly onList: (listed: ChatListQuery) => void;
}

/** Renders the charts of a report, each with its table and files. */
export function Charts({ report, address, onList }: ChartsProps) {
  const props: ChartRowProps = {
    report,
    onList,
    fileOf: (table) => (format) => exportHref(table, address, report.now, format),
    onRow: (kind, id, number) => onList({ number, of: { kind, id } }),
    withCalls: report.now.totals.calls > 0,
  };
  return (
    <>
      <DayCharts {...props} />
      <OperatorCard {...props} />
      {report.now.totals.suggestions > 0 && <SuggestionCards {...props} />}
      <HoursAndRatings {...props} />
      <ChannelCards {...props} />
    </>
  );
}

interface ChartRowProps extends Pick<ChartsProps, "report" | "onList"> {
  readonly fileOf: (table: string) => TableFile;
  readonly onRow: (kind: RowKind, id: number | null, number: ReportNumber) => void;
  readonly withCalls: boolean;
}

/** Shows chats and first answer times by day. */
function DayCharts({ report, fileOf, onList }: ChartRowProps) {
  const onDay = (date: string, number: ReportNumber = "chats") =>
    onList({ number, of: { kind: "day", date } });
  return (
    <div className="cols">
      <ChartCard
        title={t("chart.chats")}
        definition={t("def.days")}
        file={fileOf("days")}
        chart={<ChatsChart report={report} onDay={onDay} />}
        table={<DayTable days={report.now.days} kind="chats" onOpen={onDay} />}
      />
      <ChartCard
        title={t("chart.answer")}
        definition={t("def.answer")}
        file={fileOf("days")}
        chart={<AnswerChart report={report} onDay={onDay} />}
        table={<DayTable days={report.now.days} kind="answer" onOpen={onDay} />}
      />
    </div>
  );
}

/** Shows the statistics of operators and bots. */
function OperatorCard({ report, fileOf, onRow, withCalls }: ChartRowProps) {
  const rows = operatorRows(report.people, onRow);
  return (
    <ChartCard
      title={t("chart.people")}
      definition={t("def.people")}
      file={fileOf("people")}
      first="table"
      chart={<BreakdownBars rows={rows} />}
      table={<BreakdownTable rows={rows} kind="people" withCalls={withCalls} />}
    />
  );
}

/** Shows the suggestions of the model that operators sent (ASSIST-060). */
function SuggestionCards({ report, fileOf, onRow, onList }: ChartRowProps) {
  const rows = operatorRows(report.people, onRow);
  const onDay = (date: string, number: ReportNumber = "suggestions") =>
    onList({ number, of: { kind: "day", date } });
  return (
    <div className="cols">
      <ChartCard
        title={t("chart.suggestions")}
        definition={t("def.suggestions")}
        file={fileOf("days")}
        chart={<SuggestionChart report={report} onDay={onDay} />}
        table={<SuggestionDayTable report={report} onOpen={onDay} />}
      />
      <ChartCard
        title={t("chart.suggestions.people")}
        definition={t("def.suggestions")}
        file={fileOf("people")}
        chart={<SuggestionBars rows={rows} />}
        table={<SuggestionOperatorTable rows={rows} />}
      />
    </div>
  );
}

/** Shows the hours of the week, and the ratings by week. */
function HoursAndRatings({ report, fileOf, onList }: ChartRowProps) {
  return (
    <div className="cols hours">
      <HoursCard report={report} file={fileOf("hours")} onList={onList} />
      <ChartCard
        title={t("chart.rating")}
        definition={t("def.rating")}
        file={fileOf("days")}
        chart={<Ratings report={report} onOpen={(number) => onList({ number })} />}
        table={<RatingTable report={report} />}
      />
    </div>
  );
}

/** Shows the statistics of channels and departments. */
function ChannelCards({ report, fileOf, onRow, withCalls }: ChartRowProps) {
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
        file={fileOf("channels")}
        first="table"
        chart={<BreakdownBars rows={channels} />}
        table={<BreakdownTable rows={channels} kind="places" withCalls={withCalls} />}
      />
      <ChartCard
        title={t("chart.departments")}
        definition={t("def.chats")}
        file={fileOf("departments")}
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
