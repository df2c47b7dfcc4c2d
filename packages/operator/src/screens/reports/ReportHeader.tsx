import {
  IconBook2,
  IconChartBar,
  IconClockExclamation,
  IconDeviceDesktop,
  IconDownload,
  IconMail,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { pickFilter, pickPeriod, type ReportPath, type ReportUrlParams } from "./report-url.ts";
import { ReportFilterMenu } from "./ReportFilterMenu.tsx";
import { t } from "./text.ts";
import { exportHref } from "./use-report.ts";

interface ReportHeaderProps {
  path: ReportPath;
  address: ReportUrlParams;
  period: { readonly from: string; readonly to: string } | undefined;
  onGo: (to: ReportUrlParams) => void;
}

/** Renders the title, period and filters of the report. */
export function ReportHeader({ path, address, period, onGo }: ReportHeaderProps) {
  return (
    <header className="head">
      <h1>{t(titles[path])}</h1>
      <span className="grow" />
      <ReportLinks path={path} address={address} />
      {path !== "/reports/articles" && <ChatTools {...{ path, address, period, onGo }} />}
    </header>
  );
}
const titles = {
  "/reports": "reports.title",
  "/reports/sla": "sla.report",
  "/reports/articles": "articlereport.title",
} as const;

/** The filters of chats, and files with the chats. */
function ChatTools({ path, address, period, onGo }: ReportHeaderProps) {
  const table = path === "/reports" ? "chats" : "sla_broken";
  const hint = t(path === "/reports" ? "reports.export.hint" : "sla.export.hint");
  return (
    <>
      <ReportFilterMenu address={address} onGo={onGo} />
      {period && (
        <a className="btn" href={exportHref(table, address, period)} download title={hint}>
          <Icon of={IconDownload} />
          <LinkText text={t("export.chats")} />
        </a>
      )}
      {period && (
        <a
          className="btn wide-only"
          href={exportHref(table, address, period, "xlsx")}
          download
          title={hint}
        >
          <Icon of={IconDownload} />
          {t("export.chats.xlsx")}
        </a>
      )}
    </>
  );
}

/** Links to the other reports, to the live board and to the emails of reports. */
function ReportLinks({ path, address }: { path: ReportPath; address: ReportUrlParams }) {
  const me = useCurrentOperator();
  return (
    <>
      {path === "/reports" ? (
        <Link className="btn quiet" to="/reports/sla" search={pickFilter(address)}>
          <Icon of={IconClockExclamation} />
          <LinkText text={t("sla.report")} />
        </Link>
      ) : (
        <Link className="btn quiet" to="/reports" search={pickFilter(address)}>
          <Icon of={IconChartBar} />
          <LinkText text={t("sla.all")} />
        </Link>
      )}
      {path === "/reports" && (
        <Link className="btn quiet" to="/reports/articles" search={pickPeriod(address)}>
          <Icon of={IconBook2} />
          <LinkText text={t("articlereport.title")} />
        </Link>
      )}
      <Link className="btn quiet" to="/reports/live">
        <Icon of={IconDeviceDesktop} />
        <LinkText text={t("board.title")} />
      </Link>
      {can(me, "account.manage") && (
        <Link
          className="btn quiet wide-only"
          to="/settings/$"
          params={{ _splat: "scheduled-reports/new" }}
          search={pickFilter(address)}
        >
          <Icon of={IconMail} />
          {t("reports.send")}
        </Link>
      )}
    </>
  );
}

/** The text beside an icon. On a phone, only screen readers have it. */
function LinkText({ text }: { text: string }) {
  return (
    <>
      <span className="wide-only">{text}</span>
      <span className="vh narrow-only">{text}</span>
    </>
  );
}
