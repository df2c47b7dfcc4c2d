import "./reports.css";
import { IconChartBar, IconDownload } from "@tabler/icons-react";
import type { Report } from "@parlour/protocol/api";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { usePreferences } from "../../state/browser/preferences.ts";
import { StaleNotice } from "../../ui/loading/StaleNotice.tsx";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { useTitle } from "../../ui/title.ts";
import {
  pickFilter,
  parseReportParams,
  withoutChatList,
  type ReportUrlParams,
} from "./report-url.ts";
import { Charts } from "./charts/Charts.tsx";
import { ChatsDialog } from "./ChatsDialog.tsx";
import { isEmptyReport } from "./figures.ts";
import { ReportFilterMenu } from "./ReportFilterMenu.tsx";
import { KeyFigures } from "./KeyFigures.tsx";
import { listTitle } from "./list-title.ts";
import { toChatListParams, parseChatList, type ChatListQuery } from "./chat-list-query.ts";
import { PeriodBar } from "./period/PeriodBar.tsx";
import { t } from "./text.ts";
import { chatListFilter, exportHref, useReport } from "./use-report.ts";

/**
 * Renders `/reports`: the key figures of a period, their changes, and the chats that each number
 * counts (API-074).
 */
export function Screen() {
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

/**
 * Keeps the report in the URL. The chat list of a number has its own history entry, so that it can
 * be linked and the Back button closes it.
 */
function useReportUrl() {
  const navigate = useNavigate();
  const router = useRouter();
  const params = parseReportParams(useSearch({ strict: false }));
  const address = withoutChatList(params);
  const hasPushed = useRef(false);
  const go = (to: ReportUrlParams) => void navigate({ to: "/reports", search: to, replace: true });
  const open = (list: ChatListQuery) => {
    hasPushed.current = true;
    void navigate({ to: "/reports", search: { ...address, ...toChatListParams(list) } });
  };
  const close = () => {
    if (hasPushed.current) router.history.back();
    else go(address);
    hasPushed.current = false;
  };
  return { address, listed: parseChatList(params), go, open, close };
}

interface ReportHeaderProps {
  address: ReportUrlParams;
  report: Report | undefined;
  onGo: (to: ReportUrlParams) => void;
}

function ReportHeader({ address, report, onGo }: ReportHeaderProps) {
  return (
    <header className="head">
      <h1>{t("reports.title")}</h1>
      <span className="grow" />
      <ReportFilterMenu address={address} onGo={onGo} />
      {report && (
        <a
          className="btn"
          href={exportHref("chats", address, report.now)}
          download
          title={t("reports.export.hint")}
        >
          <Icon of={IconDownload} />
          <span className="wide-only">{t("export.chats")}</span>
          <span className="vh narrow-only">{t("export.chats")}</span>
        </a>
      )}
      {report && (
        <a
          className="btn wide-only"
          href={exportHref("chats", address, report.now, "xlsx")}
          download
          title={t("reports.export.hint")}
        >
          <Icon of={IconDownload} />
          {t("export.chats.xlsx")}
        </a>
      )}
    </header>
  );
}

/** Shows the status of the report: failed, outdated or loading. */
function ReportStatus({ query }: { query: ReturnType<typeof useReport> }) {
  const { error, isError, isPending, dataUpdatedAt, refetch } = query;
  const isDelayed = useDelayedLoading(isPending && !isError);
  return (
    <>
      {isError && dataUpdatedAt === 0 && (
        <ErrorMessage error={error} onRetry={() => void refetch()}>
          {t("reports.failed")}
        </ErrorMessage>
      )}
      <StaleNotice query={query} />
      {isDelayed && (
        <div className="card sect">
          <span className="vh">{t("reports.busy")}</span>
          <LineSkeleton lines={8} />
        </div>
      )}
    </>
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

function EmptyReport({ onGo }: { onGo: () => void }) {
  return (
    <div className="card">
      <EmptyState
        icon={IconChartBar}
        title={t("reports.none")}
        action={<Button onClick={onGo}>{t("reports.none.go")}</Button>}
      >
        {t("reports.none.text")}
      </EmptyState>
    </div>
  );
}
