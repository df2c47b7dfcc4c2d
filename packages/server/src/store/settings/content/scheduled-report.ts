import {
  scheduledReport,
  type ScheduledReportFields,
} from "@parlour/protocol/settings/kinds/account/scheduled-report";
import type { ReportRun } from "@parlour/protocol/api";
import type { Values } from "@parlour/protocol/settings/values";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { KindStore, StoreContext } from "../kind-store.ts";
import { deleteRow, insertRow, isNameTaken, updateRow, type Columns } from "../rows.ts";
import { pickValues } from "../table-store.ts";

type ReportValues = Values<ScheduledReportFields>;
interface ReportFacts {
  readonly lastRun: ReportRun | null;
}

/** Scheduled reports, oldest first. Whoever changes one becomes its owner (REP-005). */
export const scheduledReportStore: KindStore<ScheduledReportFields, ReportFacts> = {
  async list(reader, account, { id = null } = {}) {
    const rows = await reader.rows<StoredReport>(
      account,
      `select s.*, s.recipient_operators::float8[] as recipient_operators, s.channel_id::float8 as channel_id,
         s.department_id::float8 as department_id, s.operator_id::float8 as operator_id, s.view_id::float8 as view_id, (select json_build_object('at', r.at, 'from', r.first_day, 'to', r.last_day, 'error', r.error)
           from scheduled_report_run r where r.account_id = s.account_id and r.report_id = s.id order by r.at desc limit 1) as last_run
       from scheduled_report s where s.account_id = $1 and ($2::bigint is null or s.id = $2) order by s.id`,
      [account, id],
    );
    return rows.map((row) => ({
      id: toInteger(row.id),
      managed: row.managed,
      createdAt: toIsoTime(row.created_at),
      values: pickValues(scheduledReport.fields, row) as ReportValues,
      secrets: {},
      facts: {
        lastRun: row.last_run && { ...row.last_run, at: toIsoTime(new Date(row.last_run.at)) },
      },
    }));
  },
  create: (tx, account, given, context) =>
    insertRow(tx, "scheduled_report", account, {
      ...toColumns(given, context),
      created_at: new Date(context.now),
    }),
  async update(tx, key, change, context) {
    if (await isNameTaken(tx, "scheduled_report", key, change.name)) return "name_taken";
    const isDone = await updateRow(tx, "scheduled_report", key, toColumns(change, context));
    return isDone ? "done" : "not_found";
  },
  remove: (tx, account, id) => deleteRow(tx, "scheduled_report", account, id),
};
interface StoredReport {
  readonly id: string;
  readonly managed: boolean;
  readonly created_at: Date;
  readonly last_run: ReportRun | null;
}

const toColumns = (
  { managed, ...change }: Partial<ReportValues> & { readonly managed?: boolean },
  { now, operatorId }: StoreContext,
): Columns => ({
  ...pickValues(scheduledReport.fields, change),
  managed,
  owner_id: operatorId,
  updated_at: new Date(now),
});
