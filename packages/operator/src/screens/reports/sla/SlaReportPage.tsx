import type { SlaReport } from "@parlour/protocol/api";
import { IconClockExclamation } from "@tabler/icons-react";
import { EmptyState } from "../../../ui/badges.tsx";
import { ChatsDialog } from "../chat-list/ChatsDialog.tsx";
import type { ChatListQuery } from "../chat-list/chat-list-query.ts";
import { listTitle } from "../chat-list/list-title.ts";
import { ReportFrame } from "../ReportFrame.tsx";
import { pickFilter, type ReportUrlParams } from "../report-url.ts";
import { chatListFilter, exportHref, useReport } from "../use-report.ts";
import { useReportUrl } from "../use-report-url.ts";
import { t } from "../text.ts";
import { AnswerCards } from "./AnswerCards.tsx";
import { BrokenChats } from "./BrokenChats.tsx";
import { SlaFigures } from "./SlaFigures.tsx";
import { SlaDays } from "./SlaDays.tsx";
import { SlaPolicies } from "./SlaPolicies.tsx";

/**
 * Renders `/reports/sla`: what policies demanded in a period and how it ended (SLA-033), promises
 * to visitors and held replies.
 */
export function SlaReportPage() {
  const { address, listed, go, open, close } = useReportUrl("/reports/sla");
  const query = useReport<SlaReport>("/reports/sla", address);
  const report = query.data;
  return (
    <ReportFrame
      path="/reports/sla"
      address={address}
      query={query}
      period={report}
      timezone={report?.timezone}
      onGo={go}
      dialog={
        report &&
        listed && (
          <ChatsDialog
            title={listTitle(listed, report)}
            request={{
              number: listed.number,
              from: report.from,
              to: report.to,
              ...pickFilter(address),
              ...chatListFilter(listed),
            }}
            onClose={close}
          />
        )
      }
    >
      {report && <SlaContent report={report} address={address} onList={open} />}
    </ReportFrame>
  );
}

interface SlaContentProps {
  readonly report: SlaReport;
  readonly address: ReportUrlParams;
  readonly onList: (listed: ChatListQuery) => void;
}

function SlaContent({ report, address, onList }: SlaContentProps) {
  const { met, broken } = report.totals;
  const hasTargets = met + broken + report.at_risk > 0;
  if (!hasTargets && report.promises.made + report.crossed_replies === 0)
    return (
      <div className="card">
        <EmptyState icon={IconClockExclamation} title={t("sla.report.none")}>
          {t("sla.report.none.text")}
        </EmptyState>
      </div>
    );
  const fileOf = (table: string) => (format: "csv" | "xlsx") =>
    exportHref(table, address, report, format);
  return (
    <>
      {hasTargets && (
        <>
          <SlaFigures report={report} onList={onList} />
          <div className="cols">
            <SlaDays report={report} onList={onList} file={fileOf("sla_days")} />
            <SlaPolicies report={report} onList={onList} file={fileOf("sla_policies")} />
          </div>
        </>
      )}
      <AnswerCards report={report} onList={onList} fileOf={fileOf} />
      {broken > 0 && <BrokenChats report={report} address={address} file={fileOf("sla_broken")} />}
    </>
  );
}
