/** The pages of the area Automation. */
export { ruleScreen } from "./rules/screen.tsx";
export { scheduledReportScreen } from "./scheduled-reports/screen.ts";
export { slaScreen } from "./sla/screen.tsx";
