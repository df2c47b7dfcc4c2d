import {
  NewScheduledReport,
  ScheduledReport,
  ScheduledReportPatch,
  ScheduledReports,
} from "@parlour/protocol/api";
import { scheduledReport } from "@parlour/protocol/settings/kinds/account/scheduled-report";
import { refuse } from "../../core/failure.ts";
import { scheduledReportStore } from "../../store/settings/content/scheduled-report.ts";
import { createResource } from "../kind/create-resource.ts";

/** Tables of reports that are emailed every day, week or month (REP-001). */
export const scheduledReportResource = createResource(scheduledReport, {
  rights: { read: "account.manage", manage: "account.manage" },
  summaries: {
    list: "List scheduled reports",
    one: "Get a scheduled report",
    create: "Create a scheduled report",
    change: "Update a scheduled report",
    remove: "Delete a scheduled report",
  },
  schemas: {
    entity: ScheduledReport,
    page: ScheduledReports,
    create: NewScheduledReport,
    patch: ScheduledReportPatch,
  },
  store: scheduledReportStore,
  describe: ({ lastRun }) => ({ last_run: lastRun }),
  check(values) {
    if (values.recipients.length + values.recipient_operators.length === 0)
      refuse("invalid_request", "Give at least one of recipients and recipient_operators.", {
        field: "recipients",
      });
  },
});
