import { reportTables } from "../../../report-tables.ts";
import { listKind } from "../../kind.ts";

/** Tables of reports that are emailed every day, week or month (REP-001). */
export const scheduledReport = listKind({
  kind: "scheduled_report",
  path: "scheduled-reports",
  label: "scheduled report",
  table: "scheduled_report",
  part: "scheduled_reports",
  key: "name",
  max: 50,
  fields: {
    name: { type: "text", min: 1, max: 60, rule: "REP-001" },
    report: { type: "choice", values: reportTables, rule: "REP-001" },
    format: { type: "choice", values: ["csv", "xlsx"], default: "csv" },
    /** Weeks end on Sunday. The report of a period is sent on the day after it. */
    every: { type: "choice", values: ["day", "week", "month"], default: "week" },
    /** Time of the account's calendar. */
    time: { type: "text", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", default: "08:00" },
    recipients: { type: "texts", min: 1, max: 20, format: "email", typed: "lines" },
    enabled: { type: "flag", default: true },
  },
});
export type ScheduledReportFields = (typeof scheduledReport)["fields"];
