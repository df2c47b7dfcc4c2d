import type { ReactNode } from "react";
import { usePreferences } from "../../state/browser/preferences.ts";
import { useTitle } from "../../ui/title.ts";
import { PeriodBar } from "./period/PeriodBar.tsx";
import { ReportHeader } from "./ReportHeader.tsx";
import { ReportStatus, type ReportQueryState } from "./ReportStatus.tsx";
import type { ReportPath, ReportUrlParams } from "./report-url.ts";
import { t } from "./text.ts";

interface ReportFrameProps {
  readonly path: ReportPath;
  readonly address: ReportUrlParams;
  readonly query: ReportQueryState;
  /** The days of the shown report. Absent until it is loaded. */
  readonly period: { readonly from: string; readonly to: string } | undefined;
  readonly timezone: string | undefined;
  /** Remarks on the period. */
  readonly notes?: ReactNode;
  readonly onGo: (to: ReportUrlParams) => void;
  /** The report, or nothing until it is loaded. */
  readonly children: ReactNode;
  /** The open list of chats. */
  readonly dialog: ReactNode;
}

/** Renders the page of a report: title, filters, period, status and content. */
export function ReportFrame({
  path,
  address,
  query,
  period,
  timezone,
  notes,
  onGo,
  children,
  dialog,
}: ReportFrameProps) {
  // Re-renders this screen when the language changes.
  usePreferences();
  useTitle("section", t("reports.title"));
  return (
    <main className="reports">
      <ReportHeader path={path} address={address} period={period} onGo={onGo} />
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("reports.region")}
        aria-busy={query.isFetching}
        data-pane
      >
        <div className="report">
          <PeriodBar address={address} timezone={timezone} onGo={onGo}>
            {notes}
          </PeriodBar>
          <ReportStatus query={query} />
          <div className={query.isPlaceholderData ? "report-b stale" : "report-b"}>{children}</div>
        </div>
      </section>
      {dialog}
    </main>
  );
}
