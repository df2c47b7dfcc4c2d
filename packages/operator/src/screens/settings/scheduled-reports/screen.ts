import type { ScheduledReport } from "@parlour/protocol/api";
import { scheduledReport } from "@parlour/protocol/settings/kinds/account/scheduled-report";
import { IconReportAnalytics } from "@tabler/icons-react";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { FilterControl, readFilter } from "./FilterControl.tsx";
import { t } from "./text.ts";

/** Settings → Scheduled reports (REP-006). */
export const scheduledReportScreen = kindScreen<ScheduledReport>()({
  kind: scheduledReport,
  prefix: "sentreport",
  t,
  icon: IconReportAnalytics,
  sections: [
    {
      fields: [
        "name",
        ["report", "format"],
        "view_id",
        ["channel_id", "department_id", "operator_id"],
        "segment_id",
        ["every", "weekday", "time"],
        "recipients",
        "recipient_operators",
        "enabled",
      ],
    },
  ],
  controls: {
    view_id: FilterControl,
    channel_id: FilterControl,
    department_id: FilterControl,
    operator_id: FilterControl,
    segment_id: FilterControl,
  },
  newValues: readFilter,
  findErrors(values) {
    const errors: Record<string, string> = {};
    if (values["report"] === "view" && values["view_id"] === null)
      errors["view_id"] = t("sentreport.view_id.choose");
    const operators = values["recipient_operators"] as readonly number[];
    if (values["recipients"] === "" && operators.length === 0)
      errors["recipients"] = t("sentreport.recipients.missing");
    return errors;
  },
  about: () => t("sentreport.about"),
  columns: () => [
    {
      head: t("sentreport.every"),
      cell: ({ every, weekday }) =>
        t(every === "week" ? `sentreport.weekday.${weekday}` : `sentreport.every.${every}`),
    },
    {
      head: t("sentreport.last"),
      cell: (report) => describeRun(report.last_run),
    },
  ],
});

/** Says until which day the latest report was, or why there was none (REP-004). */
function describeRun(run: ScheduledReport["last_run"]): string {
  if (run === null) return t("sentreport.last.none");
  return run.error === null
    ? t("sentreport.last.until", { day: run.to })
    : t(`sentreport.last.${run.error}`);
}
