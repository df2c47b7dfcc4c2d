import "./reports.css";
import type { Report } from "@parlour/protocol/api";
import { useLocation } from "@tanstack/react-router";
import { usePreferences } from "../../state/browser/preferences.ts";
import { useTitle } from "../../ui/title.ts";
import { pickFilter, type ReportUrlParams } from "./report-url.ts";
import { LiveBoard } from "./board/LiveBoard.tsx";
import { Charts } from "./charts/Charts.tsx";
import { ChatsDialog } from "./chat-list/ChatsDialog.tsx";
import { isEmptyReport } from "./figures.ts";
import { KeyFigures } from "./KeyFigures.tsx";
import { listTitle } from "./chat-list/list-title.ts";
import { type ChatListQuery } from "./chat-list/chat-list-query.ts";
import { PeriodBar } from "./period/PeriodBar.tsx";
import { t } from "./text.ts";
import { chatListFilter, useReport } from "./use-report.ts";
import { ReportHeader } from "./ReportHeader.tsx";
import { useReportUrl } from "./use-report-url.ts";
import { ReportStatus } from "./ReportStatus.tsx";
import { EmptyReport } from "./EmptyReport.tsx";

/** Renders `/reports`, and `/reports/live`, which is in the same chunk. */
export function Screen() {
  const isBoard = useLocation({ select: ({ pathname }) => pathname.endsWith("/live") });
  return isBoard ? <LiveBoard /> : <ReportPage />;
}

/**
 * Renders `/reports`: the key figures of a period, their changes, and the chats that each number
 * counts (API-074).
 */
function ReportPage() {
  // Re-renders this screen when the language changes.
  usePreferences();
  useTitle("section", t("reports.title"));
  const { address, listed, go, open, close } = useReportUrl();
  const query = useReport(address);
  const { data: report, isFetching, isPlaceholderData } = query;
  return (
    <main className="reports">
      <ReportHeader address={address} report={report} onGo={go} />
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("reports.region")}
        aria-busy={isFetching}
        data-pane
      >
        <div className="report">
          <PeriodBar address={address} report={report} onGo={go} />
          <ReportStatus query={query} />
          {report && (
            <div className={isPlaceholderData ? "report-b stale" : "report-b"}>
              {isEmptyReport(report.now.totals) ? (
                <EmptyReport onGo={() => go({ last: "91" })} />
              ) : (
                <ReportContent report={report} address={address} onList={open} />
              )}
            </div>
          )}
        </div>
      </section>
      {report && listed && (
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
      )}
    </main>
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
