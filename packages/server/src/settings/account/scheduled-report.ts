import {
  NewScheduledReport,
  ScheduledReport,
  ScheduledReportPatch,
  ScheduledReports,
} from "@parlour/protocol/api";
import { scheduledReport } from "@parlour/protocol/settings/kinds/account/scheduled-report";
import { getAudienceFilter } from "../content/audience.ts";
import { refuse } from "../../core/failure.ts";
import { scheduledReportStore } from "../../store/settings/content/scheduled-report.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { viewStore } from "../../store/settings/content/view.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";

/** Tables of reports that are emailed every day, week or month (REP-001). */
export const scheduledReportResource = createResource(scheduledReport, {
  rights: { read: "account.manage", manage: "account.manage" },
  summaries: summarizeRequests("a scheduled report", "scheduled reports"),
  schemas: {
    entity: ScheduledReport,
    page: ScheduledReports,
    create: NewScheduledReport,
    patch: ScheduledReportPatch,
  },
  store: scheduledReportStore,
  describe: ({ lastRun }) => ({ last_run: lastRun }),
  // A view and a segment have an id only where they are used, so that others can be deleted.
  complete: (given, before) =>
    (given.report ?? before?.values.report) === "view" ? { segment_id: null } : { view_id: null },
  async check(values, before, { tx, account, principal }) {
    if (values.report === "view" && (before === null || values.view_id !== before.values.view_id)) {
      const filter = { ...getAudienceFilter(principal), id: values.view_id ?? 0 };
      const [view] = await viewStore.list(createTransactionReader(tx), account, filter);
      if (view === undefined || view.values.shared === "me")
        refuse("invalid_request", "Give the id of a shared view that you use.", {
          field: "view_id",
        });
    }
    if (values.recipients.length + values.recipient_operators.length === 0)
      refuse("invalid_request", "Give at least one of recipients and recipient_operators.", {
        field: "recipients",
      });
  },
  checkEntry({ report, view_id }, reportFault) {
    if ((report === "view") !== (view_id !== null))
      reportFault(["view"], "must be there if, and only if, report is view", "REP-008");
  },
});
