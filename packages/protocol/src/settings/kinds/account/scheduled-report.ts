import { reportTables } from "../../../report-tables.ts";
import { listKind } from "../../kind.ts";

/** Days of the week, from Monday. */
export const reportWeekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** What is emailed: a table of a report, or the chats of a saved view. */
const contents = [...reportTables, "view"] as const;

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
    report: { type: "choice", values: contents, rule: "REP-001" },
    /** The shared view whose chats are listed, if `report` is `view`. */
    view_id: {
      type: "reference",
      to: "view",
      default: null,
      shownIf: { field: "report", is: "view" },
    },
    format: { type: "choice", values: ["csv", "xlsx"], default: "csv" },
    /** The report of a period is sent on the day after it. */
    every: { type: "choice", values: ["day", "week", "month"], default: "week" },
    /** Day on which reports of a week are sent. */
    weekday: { type: "choice", values: reportWeekdays, default: "mon" },
    /** Time of the account's calendar. */
    time: { type: "text", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", default: "08:00" },
    recipients: { type: "texts", max: 20, format: "email", typed: "lines", default: [] },
    /** Operators who get it at their address of that time. */
    recipient_operators: { type: "references", to: "operator", max: 20, default: [] },
    /** Filters of the report. null: everything. */
    channel_id: { type: "reference", to: "channel", default: null },
    department_id: { type: "reference", to: "department", default: null },
    operator_id: { type: "reference", to: "operator", default: null },
    segment_id: { type: "reference", to: "segment", default: null },
    enabled: { type: "flag", default: true },
  },
});
