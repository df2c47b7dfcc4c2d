import { Type, type Static } from "typebox";
import { Nullable, Time } from "../../entity/index.ts";
import { scheduledReport } from "../../settings/kinds/account/scheduled-report.ts";
import { ReportDate } from "../report.ts";
import { toChoice } from "../settings/shapes/field-schemas.ts";
import { createListSchemas } from "../settings/shapes/list-schemas.ts";

/** Scheduled reports of the account (REP-001). The API path is `/scheduled-reports`. */

export const TableFormat = toChoice(scheduledReport.fields.format.values);
export const ReportContent = toChoice(scheduledReport.fields.report.values);
export const ReportEvery = toChoice(scheduledReport.fields.every.values);
export const ReportWeekday = toChoice(scheduledReport.fields.weekday.values);

/** The latest run of a scheduled report (REP-004). */
export const ReportRun = Type.Object({
  at: Time,
  from: ReportDate,
  to: ReportDate,
  /** Why no email was written. null: it is in the delivery log. */
  error: Nullable(Type.Enum(["no_mail", "no_right", "no_view"])),
});
export type ReportRun = Static<typeof ReportRun>;

const schemas = createListSchemas(scheduledReport, { last_run: Nullable(ReportRun) });
export const ScheduledReport = schemas.entity;
export const ScheduledReports = schemas.page;
export const NewScheduledReport = schemas.create;
export const ScheduledReportPatch = schemas.patch;
export const ScheduledReportFile = schemas.file;
export type ScheduledReport = Static<typeof ScheduledReport>;
