/**
 * Tables of reports for export. Imports no schema library, so the operator application can load it.
 * `chats` has one line per chat and `sla_broken` one per missed target.
 */
export const reportTables = [
  "days",
  "hours",
  "channels",
  "departments",
  "people",
  "chats",
  "sla_days",
  "sla_policies",
  "sla_broken",
] as const;
export type ReportTable = (typeof reportTables)[number];
