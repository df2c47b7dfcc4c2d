import { IconDeviceDesktop, IconDownload } from "@tabler/icons-react";
import type { Report } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { Icon } from "../../ui/Icon.tsx";
import { type ReportUrlParams } from "./report-url.ts";
import { ReportFilterMenu } from "./ReportFilterMenu.tsx";
import { t } from "./text.ts";
import { exportHref } from "./use-report.ts";

interface ReportHeaderProps {
  address: ReportUrlParams;
  report: Report | undefined;
  onGo: (to: ReportUrlParams) => void;
}

/** Renders the title, period and filters of the report. */
export function ReportHeader({ address, report, onGo }: ReportHeaderProps) {
  return (
    <header className="head">
      <h1>{t("reports.title")}</h1>
      <span className="grow" />
      <Link className="btn quiet" to="/reports/live">
        <Icon of={IconDeviceDesktop} />
        <span className="wide-only">{t("board.title")}</span>
        <span className="vh narrow-only">{t("board.title")}</span>
      </Link>
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
