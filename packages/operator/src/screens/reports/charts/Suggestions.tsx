import type { Report, ReportNumber } from "@parlour/protocol/api";
import { formatDayWithWeekday, formatNumber, formatRange, formatShare } from "../figures.ts";
import { t } from "../text.ts";
import { ChartDataTable } from "./ChartDataTable.tsx";
import { isLastRunning, seriesValues, shadedDays, type DayProps } from "./DayCharts.tsx";
import { DayChart } from "./DayChart.tsx";
import type { TableRow } from "./ReportTables.tsx";

/** Shows the sent suggestions by day: as they were, and changed ones. */
export function SuggestionChart({ report, onDay }: DayProps) {
  const { now } = report;
  return (
    <DayChart
      label={t("chart.suggestions")}
      summary={t("chart.suggestions.sum", {
        range: formatRange(now),
        n: formatNumber(now.totals.suggestions),
        share: formatShare(now.totals.suggestions_unchanged, now.totals.suggestions),
      })}
      dates={now.days.map(({ date }) => date)}
      shaded={shadedDays(report)}
      series={[
        {
          name: t("series.changed"),
          style: "b",
          values: seriesValues(now.days, (is) => is.suggestions - is.suggestions_unchanged),
        },
        {
          name: t("series.unchanged"),
          style: "a",
          values: seriesValues(now.days, (is) => is.suggestions_unchanged),
        },
      ]}
      isLastRunning={isLastRunning(report.timezone, now.to)}
      format={(value) => formatNumber(value ?? 0)}
      onOpen={onDay}
    />
  );
}

/** Lists the days with sent suggestions, latest first. */
export function SuggestionDayTable({
  report,
  onOpen,
}: {
  report: Report;
  onOpen: (date: string, number: ReportNumber) => void;
}) {
  const rows = report.now.days.toReversed().map(({ date, figures }): TableRow => ({
    key: date,
    name: formatDayWithWeekday(date),
    figures,
    onOpen: (number) => onOpen(date, number),
  }));
  return <SuggestionTable first={t("table.day")} rows={rows} />;
}

/** Lists the operators who sent suggestions, those with the most first. */
export function SuggestionOperatorTable({ rows }: { rows: readonly TableRow[] }) {
  const sorted = rows.toSorted((a, b) => b.figures.suggestions - a.figures.suggestions);
  return <SuggestionTable first={t("table.name")} rows={sorted} isSorted />;
}

/** Bars of the operators who sent suggestions, with the share that they sent as they were. */
export function SuggestionBars({ rows }: { rows: readonly TableRow[] }) {
  return (
    <ol className="rates suggested">
      {rows.filter(isUsed).map(({ key, name, figures }) => (
        <li key={key}>
          <span className="cut" dir="auto">
            {name}
          </span>
          <span className="num">
            {t("suggestions.share", {
              share: formatShare(figures.suggestions_unchanged, figures.suggestions),
              n: formatNumber(figures.suggestions),
            })}
          </span>
          <span className="bar" aria-hidden="true">
            <span
              style={{
                inlineSize: `${(figures.suggestions_unchanged / figures.suggestions) * 100}%`,
              }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

const isUsed = ({ figures }: TableRow): boolean => figures.suggestions > 0;

function SuggestionTable({
  first,
  rows,
  isSorted = false,
}: {
  first: string;
  rows: readonly TableRow[];
  isSorted?: boolean;
}) {
  return (
    <ChartDataTable
      first={first}
      columns={[
        t("table.suggestions"),
        t("series.unchanged"),
        t("series.changed"),
        t("table.unchanged"),
      ]}
      isSorted={isSorted}
    >
      {rows.filter(isUsed).map((row) => (
        <tr key={row.key}>
          <th scope="row">
            <span className="line">
              {row.face}
              <span className="cut" dir="auto">
                {row.name}
              </span>
            </span>
          </th>
          <SuggestionCells row={row} />
        </tr>
      ))}
    </ChartDataTable>
  );
}

function SuggestionCells({ row: { name, figures, onOpen } }: { row: TableRow }) {
  const all = figures.suggestions;
  const unchanged = figures.suggestions_unchanged;
  return (
    <>
      <td className="end num">
        <button
          type="button"
          className="n"
          aria-label={t("table.cell", {
            name,
            column: t("table.suggestions"),
            value: formatNumber(all),
          })}
          onClick={() => onOpen("suggestions")}
        >
          {formatNumber(all)}
        </button>
      </td>
      <td className="end num">{formatNumber(unchanged)}</td>
      <td className="end num">{formatNumber(all - unchanged)}</td>
      <td className="end num">{formatShare(unchanged, all)}</td>
    </>
  );
}
