import { scheduledReport } from "@parlour/protocol/settings/kinds/account/scheduled-report";
import type { ReportRun } from "@parlour/protocol/api";
import { toIsoTime } from "../../database/parameters.ts";
import { createTableStore, setUpdateTime } from "../table-store.ts";

interface StoredRun {
  readonly last_run: ReportRun | null;
}

/** Scheduled reports, oldest first. The operator who changes one becomes its owner (REP-005). */
export const scheduledReportStore = createTableStore(scheduledReport, {
  selected: `(select json_build_object('at', r.at, 'from', r.first_day, 'to', r.last_day, 'error', r.error) from scheduled_report_run r
    where r.account_id = scheduled_report.account_id and r.report_id = scheduled_report.id order by r.at desc limit 1) as last_run`,
  toFacts: ({ last_run }: StoredRun) => ({
    lastRun: last_run && { ...last_run, at: toIsoTime(last_run.at) },
  }),
  changed: (given, context) => ({
    ...setUpdateTime(given, context),
    owner_id: context.operatorId,
  }),
});
