import type { AnswerNumber, SlaReport } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { ChartCard, type TableFile } from "../charts/ChartCard.tsx";
import { ChartDataTable } from "../charts/ChartDataTable.tsx";
import type { ChatListQuery } from "../chat-list/chat-list-query.ts";
import { formatShare } from "../figures.ts";
import { t } from "../text.ts";
import { CountCell } from "./SlaCells.tsx";

interface AnswerCardsProps {
  readonly report: SlaReport;
  readonly onList: (listed: ChatListQuery) => void;
  readonly fileOf: (table: "promises" | "crossed_replies") => TableFile;
}

/** Shows how promises ended, and how many double answers were avoided (PROM-015, API-523). */
export function AnswerCards({ report, onList, fileOf }: AnswerCardsProps) {
  const { promises } = report;
  return (
    <div className="cols">
      <CountCard
        title={t("promises.report")}
        definition={t("promises.def")}
        file={fileOf("promises")}
        counts={[
          ["promises_made", promises.made],
          ["promises_kept", promises.kept],
          ["promises_broken", promises.broken],
          ["promises_closed", promises.closed],
          ["promises_running", promises.running],
        ]}
        onList={onList}
      >
        <tr>
          <th scope="row">{t("promises.share")}</th>
          <td className="end num">{formatShare(promises.kept, promises.kept + promises.broken)}</td>
        </tr>
      </CountCard>
      <CountCard
        title={t("crossedreplies.report")}
        definition={t("crossedreplies.def")}
        file={fileOf("crossed_replies")}
        counts={[["crossed_replies", report.crossed_replies]]}
        onList={onList}
      />
    </div>
  );
}

interface CountCardProps {
  readonly title: string;
  readonly definition: string;
  readonly file: TableFile;
  readonly counts: readonly (readonly [AnswerNumber, number])[];
  readonly onList: AnswerCardsProps["onList"];
  /** Further rows. */
  readonly children?: ReactNode;
}

function CountCard({ title, definition, file, counts, onList, children }: CountCardProps) {
  return (
    <ChartCard
      title={title}
      definition={definition}
      file={file}
      table={
        <ChartDataTable first={t("table.name")} columns={[t("answers.count")]}>
          {counts.map(([number, count]) => (
            <tr key={number}>
              <th scope="row">{t(`list.${number}`)}</th>
              <CountCell
                name={title}
                number={number}
                count={count}
                onOpen={() => onList({ number })}
              />
            </tr>
          ))}
          {children}
        </ChartDataTable>
      }
    />
  );
}
