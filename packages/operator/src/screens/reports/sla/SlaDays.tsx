import type { SlaReport } from "@parlour/protocol/api";
import { ChartCard, type TableFile } from "../charts/ChartCard.tsx";
import { ChartDataTable } from "../charts/ChartDataTable.tsx";
import { DayChart } from "../charts/DayChart.tsx";
import { isLastRunning } from "../charts/DayCharts.tsx";
import type { ChatListQuery } from "../chat-list/chat-list-query.ts";
import { formatDayWithWeekday, formatNumber, formatRange } from "../figures.ts";
import { t } from "../text.ts";
import { listSlaHeads, SlaCells } from "./SlaCells.tsx";

interface SlaDaysProps {
  readonly report: SlaReport;
  readonly onList: (listed: ChatListQuery) => void;
  readonly file: TableFile;
}

/** Shows the met and the broken targets by day. */
export function SlaDays({ report, onList, file }: SlaDaysProps) {
  const { days, totals, timezone, to } = report;
  const listValues = (name: "met" | "broken") => days.map(({ figures }) => figures[name]);
  return (
    <ChartCard
      title={t("sla.day")}
      definition={t("sla.def")}
      file={file}
      chart={
        <DayChart
          label={t("sla.day")}
          summary={t("sla.day.sum", {
            range: formatRange(report),
            met: formatNumber(totals.met),
            broken: formatNumber(totals.broken),
          })}
          dates={days.map(({ date }) => date)}
          shaded={days.map(({ open }) => !open)}
          series={[
            { name: t("sla.met"), style: "a", values: listValues("met") },
            { name: t("sla.broken"), style: "miss", values: listValues("broken") },
          ]}
          isLastRunning={isLastRunning(timezone, to)}
          format={(value) => formatNumber(value ?? 0)}
          onOpen={(date) => onList({ number: "sla_broken", of: { kind: "day", date } })}
        />
      }
      table={
        <ChartDataTable first={t("table.day")} columns={listSlaHeads()}>
          {days.toReversed().map(({ date, figures }) => (
            <tr key={date}>
              <th scope="row">{formatDayWithWeekday(date)}</th>
              <SlaCells
                name={formatDayWithWeekday(date)}
                figures={figures}
                onOpen={(number) => onList({ number, of: { kind: "day", date } })}
              />
            </tr>
          ))}
        </ChartDataTable>
      }
    />
  );
}
