import type { Report } from "@parlour/protocol/api";
import { formatRange, formatWeek } from "../figures.ts";
import { t } from "../text.ts";

/** Says with which days a report is compared, and which hours it counts. */
export function ReportNotes({ report }: { report: Report }) {
  return (
    <>
      {report.before && (
        <span className="faint t13">
          {t("compare.with", { range: formatComparedDays(report) })}
        </span>
      )}
      <span className="faint t12 note">
        {t(report.working_hours ? "reports.note" : "reports.note.always", {
          zone: report.timezone.split("/").at(-1)?.replaceAll("_", " ") ?? "",
        })}
      </span>
    </>
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
