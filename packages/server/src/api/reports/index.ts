export { reportExportRoute } from "./report-export.ts";
export { reportRoutes } from "./reports.ts";
