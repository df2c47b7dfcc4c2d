import type { Clock } from "../core/command.ts";
import type { PlannedDelivery } from "../core/delivery/planner.ts";
import { findLastDue, findNextDue } from "../core/report/schedule.ts";
import type { Journal } from "../journal/index.ts";
import type { Db } from "../store/database/sql.ts";
import {
  insertReportRun,
  listEnabledReports,
  switchReportOff,
  type EnabledReport,
  type RunError,
} from "../store/reports/scheduled-report-run.ts";
import { startDueAlarm, type DueAlarm } from "./due-alarm.ts";

export interface ReportTimersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  readonly journal: {
    readonly change: Journal["change"];
    readonly subscribe: Journal["subscribe"];
  };
  /** Returns why the report cannot be made, or null if it can. */
  readonly findObstacle: (report: EnabledReport) => Promise<Exclude<RunError, "no_mail"> | null>;
  /** Plans the email. Resolves with an empty list if email is not set up. */
  readonly planMail: (account: number) => Promise<readonly PlannedDelivery[]>;
}

/**
 * Writes the emails of scheduled reports at their times (REP-003). The run of a period and its
 * email are one write, so a period has one email, whatever node ends or clock changes. Of the times
 * at which no node ran, the latest one is made up for.
 */
export async function startReportTimers(deps: ReportTimersDeps): Promise<DueAlarm> {
  const { db, clock, journal } = deps;
  const alarm = await startDueAlarm({
    ...deps,
    async findEarliest() {
      const now = clock.now();
      const times = (await listEnabledReports(db)).map((report) =>
        isDue(report, now) ? now : findNextDue(report.schedule, now),
      );
      return times.length === 0 ? null : Math.min(...times);
    },
    async processDue() {
      const now = clock.now();
      const due = (await listEnabledReports(db)).filter((report) => isDue(report, now));
      for (const report of due) await runReport(deps, report, now);
      return due.length > 0;
    },
  });
  const stop = journal.subscribe((_, entries) => {
    if (entries.some(({ name, frame }) => name === "settings_changed" && changesTime.test(frame)))
      alarm.scheduleBy(clock.now());
  });
  return {
    ...alarm,
    async close() {
      stop();
      await alarm.close();
    },
  };
}
/** The zone of the account decides about times, too. */
const changesTime = /"kind":"(?:scheduled_report|account)"/;

function isDue({ schedule, updatedAt, madeUntil }: EnabledReport, now: number): boolean {
  const { at, period } = findLastDue(schedule, now);
  return at > updatedAt && (madeUntil === null || madeUntil < period.to);
}

async function runReport(
  { journal, findObstacle, planMail }: ReportTimersDeps,
  report: EnabledReport,
  now: number,
): Promise<void> {
  const { account, id, schedule } = report;
  const obstacle = await findObstacle(report);
  const deliveries = obstacle === null ? await planMail(account) : [];
  const deliveryId = deliveries[0]?.deliveryId ?? null;
  const error: RunError | null = obstacle ?? (deliveryId === null ? "no_mail" : null);
  const { period } = findLastDue(schedule, now);
  await journal.change(account, async (tx) => {
    if (!(await insertReportRun(tx, { account, id, period, now, deliveryId, error })))
      return { result: undefined, changed: [] };
    if (obstacle === "no_right") await switchReportOff(tx, account, id);
    return { result: undefined, changed: [{ kind: "scheduled_report", id }], deliveries };
  });
}
