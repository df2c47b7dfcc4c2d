import { IconCalendar, IconChevronDown } from "@tabler/icons-react";
import type { Report } from "@parlour/protocol/api";
import { lazy, Suspense, useRef, useState } from "react";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { useNow } from "../../../ui/time.ts";
import { pickFilter, type ReportUrlParams } from "../report-url.ts";
import { formatRange, formatWeek } from "../figures.ts";
import { parsePeriod, toPeriodParams, getToday, type Comparison, type Period } from "./period.ts";
import { t } from "../text.ts";

const PeriodDialog = lazy(() =>
  loadChunk(() => import("./PeriodDialog.tsx")).then((part) => ({ default: part.PeriodDialog })),
);

interface PeriodBarProps {
  address: ReportUrlParams;
  report: Report | undefined;
  onGo: (to: ReportUrlParams) => void;
}

/** Shows the period of a report with its dialog, and the compared period. */
export function PeriodBar({ address, report, onGo }: PeriodBarProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const now = useNow(60_000);
  const today = getToday(report?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, now);
  const period = parsePeriod(address, today);
  const apply = (next: Period, compare: Comparison) => {
    setOpen(false);
    onGo({
      ...pickFilter(address),
      ...toPeriodParams(next, today),
      ...(compare !== "before" && { compare }),
    });
  };
  return (
    <div className="bar-f">
      <button
        ref={button}
        type="button"
        className="btn"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t("period.button", { days: formatRange(period) })}
        onClick={() => setOpen(true)}
      >
        <Icon of={IconCalendar} small />
        {formatRange(period)}
        <Icon of={IconChevronDown} small />
      </button>
      {report?.before && (
        <span className="faint t13">
          {t("compare.with", { range: formatComparedDays(report) })}
        </span>
      )}
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

/** Formats the compared days. Adds the year if it differs. */
function formatComparedDays({ now, before }: Report): string {
  if (before === null) return "";
  const isSameYear = [before.from, before.to, now.from].every(
    (date) => date.slice(0, 4) === now.to.slice(0, 4),
  );
  return isSameYear ? formatWeek(before) : formatRange(before);
}
