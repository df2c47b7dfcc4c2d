import "./reports.css";
import type { Report } from "@parlour/protocol/api";
import { useLocation } from "@tanstack/react-router";
import { pickFilter, type ReportUrlParams } from "./report-url.ts";
import { ArticleReportPage } from "./articles/ArticleReportPage.tsx";
import { LiveBoard } from "./board/LiveBoard.tsx";
import { Charts } from "./charts/Charts.tsx";
import { ChatsDialog } from "./chat-list/ChatsDialog.tsx";
import { isEmptyReport } from "./figures.ts";
import { KeyFigures } from "./KeyFigures.tsx";
import { listTitle } from "./chat-list/list-title.ts";
import { type ChatListQuery } from "./chat-list/chat-list-query.ts";
import { ReportNotes } from "./period/ReportNotes.tsx";
import { chatListFilter, useReport } from "./use-report.ts";
import { useReportUrl } from "./use-report-url.ts";
import { EmptyReport } from "./EmptyReport.tsx";
import { ReportFrame } from "./ReportFrame.tsx";
import { SlaReportPage } from "./sla/SlaReportPage.tsx";

/** Renders `/reports` and the pages below it, which are in the same chunk. */
export function Screen() {
  const pathname = useLocation({ select: (location) => location.pathname });
  if (pathname.endsWith("/live")) return <LiveBoard />;
  if (pathname.endsWith("/articles")) return <ArticleReportPage />;
  return pathname.endsWith("/sla") ? <SlaReportPage /> : <ReportPage />;
}

/**
 * Renders `/reports`: the key figures of a period, their changes, and the chats that each number
 * counts (API-074).
 */
function ReportPage() {
  const { address, listed, go, open, close } = useReportUrl("/reports");
  const query = useReport<Report>("/reports", address);
  const report = query.data;
  return (
    <ReportFrame
      path="/reports"
      address={address}
      query={query}
      period={report?.now}
      timezone={report?.timezone}
      notes={report && <ReportNotes report={report} />}
      onGo={go}
      dialog={
        report &&
        listed && (
          <ChatsDialog
            title={listTitle(listed, report)}
            request={{
              number: listed.number,
              from: report.now.from,
              to: report.now.to,
              ...pickFilter(address),
              ...chatListFilter(listed),
            }}
            onClose={close}
          />
        )
      }
    >
      {report &&
        (isEmptyReport(report.now.totals) ? (
          <EmptyReport onGo={() => go({ last: "91" })} />
        ) : (
          <ReportContent report={report} address={address} onList={open} />
        ))}
    </ReportFrame>
  );
}

function ReportContent({
  report,
  address,
  onList,
}: {
  report: Report;
  address: ReportUrlParams;
  onList: (listed: ChatListQuery) => void;
}) {
  return (
    <>
      <KeyFigures report={report} onOpen={(number) => onList({ number })} />
      <Charts report={report} address={address} onList={onList} />
    </>
  );
}
