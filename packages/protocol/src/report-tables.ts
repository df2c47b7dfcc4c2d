/**
 * Tables of reports for export. Imports no schema library, so the operator application can load it.
 * `chats` has one line per chat, `sla_broken` one per missed target, and the last two one per
 * promise and held reply.
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
  "promises",
  "crossed_replies",
] as const;
export type ReportTable = (typeof reportTables)[number];
