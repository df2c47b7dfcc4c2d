export { liveReportRoute, readDayFigures, type LiveBoardPort } from "./live-report.ts";
export { reportExportRoute } from "./report-export.ts";
export { reportRoutes } from "./reports.ts";
export { createReportMail } from "./report-mail.ts";
export { findReportOwner, findReportView } from "./view-table.ts";
