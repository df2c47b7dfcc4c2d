import type { ReportSchedule } from "../../core/report/schedule.ts";
import type { Period } from "../../core/report/period.ts";
import type { ReportTable } from "@parlour/protocol/report-tables";
import { reportWeekdays } from "@parlour/protocol/settings/kinds/account/scheduled-report";
import { toInteger } from "../database/parameters.ts";
import type { Sql } from "../database/sql.ts";

/** A report that is switched on, with what decides when it is due. */
export interface EnabledReport {
  readonly account: number;
  readonly id: number;
  readonly schedule: ReportSchedule;
  /** When it was changed last, in ms since 1970. */
  readonly updatedAt: number;
  /** The operator with whose rights it is made. null: those of the account. */
  readonly ownerId: number | null;
  /** The view whose chats are listed. null: it is a table of a report. */
  readonly viewId: number | null;
  /** Last day of the latest period that was made. null: none yet. */
  readonly madeUntil: string | null;
}

/** Lists the reports of all accounts that are switched on. */
export async function listEnabledReports(sql: Sql): Promise<readonly EnabledReport[]> {
  const rows = await sql.query<{
    account: string;
    id: string;
    every: ReportSchedule["every"];
    weekday: (typeof reportWeekdays)[number];
    time: string;
    timezone: string;
    updated_at: Date;
    owner: string | null;
    view: string | null;
    made_until: string | null;
  }>(
    `select s.account_id as account, s.id, s.every, s.weekday, s."time", coalesce(a.settings -> 'hours' ->> 'timezone', 'UTC') as timezone,
       s.updated_at, s.owner_id as owner, case when s.report = 'view' then s.view_id end as view,
       (select max(r.last_day)::text from scheduled_report_run r where r.account_id = s.account_id and r.report_id = s.id) as made_until
     from scheduled_report s join account a on a.id = s.account_id where s.enabled`,
    [],
  );
  return rows.map(({ account, id, every, weekday, time, timezone, ...row }) => ({
    account: toInteger(account),
    id: toInteger(id),
    schedule: { every, weekday: reportWeekdays.indexOf(weekday), time, timezone },
    updatedAt: row.updated_at.getTime(),
    ownerId: row.owner === null ? null : toInteger(row.owner),
    viewId: row.view === null ? null : toInteger(row.view),
    madeUntil: row.made_until,
  }));
}

/** Why a run wrote no email (REP-004). */
export type RunError = "no_mail" | "no_right" | "no_view";
interface NewRun {
  readonly account: number;
  readonly id: number;
  readonly period: Period;
  readonly now: number;
  readonly deliveryId: number | null;
  readonly error: RunError | null;
}

/** Stores the run of a period. Returns false if the period has one, or the report is off now. */
export async function insertReportRun(sql: Sql, run: NewRun): Promise<boolean> {
  const rows = await sql.query(
    `insert into scheduled_report_run (account_id, report_id, first_day, last_day, at, delivery_id, error)
     select s.account_id, s.id, $3, $4, $5, $6, $7 from scheduled_report s where s.account_id = $1 and s.id = $2 and s.enabled
     on conflict do nothing returning 1`,
    [
      run.account,
      run.id,
      run.period.from,
      run.period.to,
      new Date(run.now),
      run.deliveryId,
      run.error,
    ],
  );
  return rows.length > 0;
}

export const switchReportOff = (sql: Sql, account: number, id: number): Promise<unknown> =>
  sql.query("update scheduled_report set enabled = false where account_id = $1 and id = $2", [
    account,
    id,
  ]);

/** A run whose email is sent. */
export interface MailedRun {
  readonly id: number;
  readonly name: string;
  readonly table: ReportTable | "view";
  readonly view: number | null;
  readonly owner: number | null;
  readonly format: "csv" | "xlsx";
  /** The addresses, and those that the operators have now. */
  readonly recipients: readonly string[];
  /** Ids of the rows that the report is about. null: all. */
  readonly channel: number | null;
  readonly department: number | null;
  readonly operator: number | null;
  readonly segment: number | null;
  readonly period: Period;
}
/** Returns the run of an email, or null if its report was deleted. */
export async function findMailedRun(
  sql: Sql,
  account: number,
  deliveryId: number,
): Promise<MailedRun | null> {
  const [row] = await sql.query<Omit<MailedRun, "id" | "period"> & { id: string } & Period>(
    `select s.id, s.name, s.report as table, s.format, s.channel_id::float8 as channel,
       s.department_id::float8 as department, s.operator_id::float8 as operator, s.segment_id::float8 as segment, s.view_id::float8 as view, s.owner_id::float8 as owner,
       array(select unnest(s.recipients) union select o.email from operator o
         where o.account_id = s.account_id and o.id = any(s.recipient_operators) and o.active) as recipients, r.first_day::text as from, r.last_day::text as to
     from scheduled_report_run r join scheduled_report s on s.account_id = r.account_id and s.id = r.report_id
     where r.account_id = $1 and r.delivery_id = $2`,
    [account, deliveryId],
  );
  if (row === undefined) return null;
  const { id, from, to, ...rest } = row;
  return { ...rest, id: toInteger(id), period: { from, to } };
}
