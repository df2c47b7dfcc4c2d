import { IconCalendar, IconChevronDown } from "@tabler/icons-react";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { useNow } from "../../../ui/time.ts";
import { pickFilter, type ReportUrlParams } from "../report-url.ts";
import { formatRange } from "../figures.ts";
import { parsePeriod, toPeriodParams, getToday, type Comparison, type Period } from "./period.ts";
import { t } from "../text.ts";

const PeriodDialog = lazy(() =>
  loadChunk(() => import("./PeriodDialog.tsx")).then((part) => ({ default: part.PeriodDialog })),
);

interface PeriodBarProps {
  address: ReportUrlParams;
  /** Time zone of the report. Absent until it is loaded. */
  timezone: string | undefined;
  onGo: (to: ReportUrlParams) => void;
  /** Remarks on the period. */
  children: ReactNode;
}

/** Shows the period of a report with its dialog. */
export function PeriodBar({ address, timezone, onGo, children }: PeriodBarProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const now = useNow(60_000);
  const today = getToday(timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, now);
  const period = parsePeriod(address, today);
  const apply = (next: Period, compare: Comparison) => {
    setOpen(false);
    onGo({
      ...pickFilter(address),
      ...toPeriodParams(next, today),
      ...omitAbsent({ compare: compare === "before" ? undefined : compare }),
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
      {children}
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
