import { IconCalendar, IconChevronDown } from "@tabler/icons-react";
import type { Report } from "@parlour/protocol/api";
import { lazy, Suspense, useRef, useState } from "react";
import { fetchPart } from "../../ui/fetch-part.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useNow } from "../../ui/Time.tsx";
import { filterOf, type ReportAddress } from "./address.ts";
import { rangeName, weekName } from "./figures.ts";
import { addressPeriod, periodAddress, todayIn, type Period } from "./period.ts";
import { t } from "./text.ts";

const PeriodDialog = lazy(() => fetchPart(() => import("./PeriodDialog.tsx")).then((part) => ({ default: part.PeriodDialog })));

/** The period of a report with its dialog, and the compared period. */
export function PeriodBar({
  address,
  report,
  onGo,
}: {
  address: ReportAddress;
  report: Report | undefined;
  onGo: (to: ReportAddress) => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const now = useNow(60_000);
  const today = todayIn(report?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, now);
  const period = addressPeriod(address, today);
  const apply = (next: Period, compare: Compare) => {
    setOpen(false);
    onGo({ ...filterOf(address), ...periodAddress(next, today), ...(compare !== "before" && { compare }) });
  };
  return (
    <div className="bar-f">
      <button
        ref={button}
        type="button"
        className="btn"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t("period.button", { days: rangeName(period) })}
        onClick={() => setOpen(true)}
      >
        <Icon of={IconCalendar} small />
        {rangeName(period)}
        <Icon of={IconChevronDown} small />
      </button>
      {report?.before && <span className="faint t13">{t("compare.with", { range: comparedName(report) })}</span>}
      {report && (
        <span className="faint t12 note">
          {t(report.working_hours ? "reports.note" : "reports.note.always", {
            zone: report.timezone.split("/").at(-1)?.replaceAll("_", " ") ?? "",
          })}
        </span>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <PeriodDialog
            button={button}
            period={period}
            compare={address.compare ?? "before"}
            today={today}
            onApply={apply}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

export type Compare = "before" | "year" | "none";

/** Formats the compared days, with the year if it differs. */
function comparedName({ now, before }: Report): string {
  if (before === null) return "";
  const isSameYear = [before.from, before.to, now.from].every((date) => date.slice(0, 4) === now.to.slice(0, 4));
  return isSameYear ? weekName(before) : rangeName(before);
}
