import "./reports.css";
import { IconChartBar, IconDownload } from "@tabler/icons-react";
import type { Report } from "@parlour/protocol/api";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { usePreferences } from "../../state/preferences.ts";
import { Age } from "../../ui/Age.tsx";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Empty } from "../../ui/marks.tsx";
import { useTitle } from "../../ui/title.ts";
import { filterOf, readAddress, withoutList, type ReportAddress } from "./address.ts";
import { Charts } from "./Charts.tsx";
import { Counted } from "./Counted.tsx";
import { isNothing } from "./figures.ts";
import { FilterMenu } from "./FilterMenu.tsx";
import { KeyFigures } from "./KeyFigures.tsx";
import { titleOf } from "./list-title.ts";
import { addressOf, listedOf, onlyOf, type Listed } from "./listed.ts";
import { PeriodBar } from "./PeriodBar.tsx";
import { t } from "./text.ts";
import { exportHref, useReport } from "./use-report.ts";

/**
 * `/reports`: the figures of a period, their changes, and the chats behind each number (API-074).
 */
export function Screen() {
  // Renders again when the language changes.
  usePreferences();
  useTitle("section", t("reports.title"));
  const { address, listed, go, open, close } = usePlace();
  const read = useReport(address);
  const { data: report, isFetching, isPlaceholderData } = read;
  return (
    <main className="reports">
      <Head address={address} report={report} onGo={go} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("reports.region")} aria-busy={isFetching} data-pane>
        <div className="report">
          <PeriodBar address={address} report={report} onGo={go} />
          <HowItReads read={read} />
          {report && (
            <div className={isPlaceholderData ? "report-b stale" : "report-b"}>
              {isNothing(report.now.totals) ? (
                <Nothing onGo={() => go({ last: "91" })} />
              ) : (
                <Figures report={report} address={address} onList={open} />
              )}
            </div>
          )}
        </div>
      </section>
      {report && listed && (
        <Counted
          title={titleOf(listed, report)}
          wish={{ number: listed.number, from: report.now.from, to: report.now.to, ...filterOf(address), ...onlyOf(listed) }}
          onClose={close}
        />
      )}
    </main>
  );
}

/**
 * Keeps the report in the URL. The list of a number has its own history entry, so that it can be
 * linked and Back closes it.
 */
function usePlace() {
  const navigate = useNavigate();
  const router = useRouter();
  const whole = readAddress(useSearch({ strict: false }));
  const address = withoutList(whole);
  const isOpenedHere = useRef(false);
  const go = (to: ReportAddress) => void navigate({ to: "/reports", search: to, replace: true });
  const open = (list: Listed) => {
    isOpenedHere.current = true;
    void navigate({ to: "/reports", search: { ...address, ...addressOf(list) } });
  };
  const close = () => {
    if (isOpenedHere.current) router.history.back();
    else go(address);
    isOpenedHere.current = false;
  };
  return { address, listed: listedOf(whole), go, open, close };
}

interface HeadProps {
  address: ReportAddress;
  report: Report | undefined;
  onGo: (to: ReportAddress) => void;
}

function Head({ address, report, onGo }: HeadProps) {
  return (
    <header className="head">
      <h1>{t("reports.title")}</h1>
      <span className="grow" />
      <FilterMenu address={address} onGo={onGo} />
      {report && (
        <a className="btn" href={exportHref("chats", address, report.now)} download title={t("reports.export.hint")}>
          <Icon of={IconDownload} />
          <span className="wide-only">{t("export.chats")}</span>
          <span className="vh narrow-only">{t("export.chats")}</span>
        </a>
      )}
      {report && (
        <a className="btn wide-only" href={exportHref("chats", address, report.now, "xlsx")} download title={t("reports.export.hint")}>
          <Icon of={IconDownload} />
          {t("export.chats.xlsx")}
        </a>
      )}
    </header>
  );
}

/** Status of the report: failed, outdated or loading. */
function HowItReads({ read }: { read: ReturnType<typeof useReport> }) {
  const { error, isError, isPending, dataUpdatedAt, refetch } = read;
  const late = useLate(isPending && !isError);
  return (
    <>
      {isError && dataUpdatedAt === 0 && (
        <Failure error={error} onRetry={() => void refetch()}>
          {t("reports.failed")}
        </Failure>
      )}
      <Age of={read} />
      {late && (
        <div className="card sect">
          <span className="vh">{t("reports.busy")}</span>
          <LineBones lines={8} />
        </div>
      )}
    </>
  );
}

function Figures({ report, address, onList }: { report: Report; address: ReportAddress; onList: (listed: Listed) => void }) {
  return (
    <>
      <KeyFigures report={report} onOpen={(number) => onList({ number })} />
      <Charts report={report} address={address} onList={onList} />
    </>
  );
}

function Nothing({ onGo }: { onGo: () => void }) {
  return (
    <div className="card">
      <Empty icon={IconChartBar} title={t("reports.none")} action={<Button onClick={onGo}>{t("reports.none.go")}</Button>}>
        {t("reports.none.text")}
      </Empty>
    </div>
  );
}
