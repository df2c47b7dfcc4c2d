import type { Clock } from "../core/command.ts";
import type { Db } from "../store/database/sql.ts";
import {
  claimDueReminders,
  endNotification,
  findNextNotification,
  removeOldReminders,
  type DueReminder,
  type ReminderRecord,
} from "../store/reminders/reminder.ts";
import { startDueAlarm } from "./due-alarm.ts";

export interface ReminderTimersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /** Notifies the operator. Resolves with false if a repeat may reach more of their devices. */
  readonly notify: (account: number, reminder: ReminderRecord) => Promise<boolean>;
  readonly journal: {
    readonly onOtherNodesChange: (listener: (nodes: readonly number[]) => void) => void;
  };
}
export interface ReminderTimers {
  /** Notes that a reminder is due at this time, in ms since 1970. */
  scheduleBy(at: number): void;
  /** Deletes reminders that were done 90 days ago (REM-007). */
  cleanUp(): Promise<void>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

const maxAttempts = 3;
/** Time for a notification, after which another node repeats it. */
const claimMs = 60_000;
const remindersPerRound = 50;
const retentionMs = 90 * 86_400_000;

/**
 * Notifies operators of reminders whose time has come (REM-004). The state of a reminder changes
 * once, whatever node does it and whatever its clock says later. A node that ends in between leaves
 * the notification to another one, and devices replace a repeated notification by its tag.
 */
export async function startReminderTimers(deps: ReminderTimersDeps): Promise<ReminderTimers> {
  const { db, clock } = deps;
  const alarm = await startDueAlarm({
    ...deps,
    findEarliest: () => findNextNotification(db),
    async processDue() {
      const now = clock.now();
      const claims = await claimDueReminders(db, {
        now,
        until: now + claimMs,
        limit: remindersPerRound,
      });
      await Promise.all(claims.map((claim) => notifyOperator(deps, claim)));
      return claims.length > 0;
    },
  });
  // A node knows the reminders that were created at it. Those of a node that ended are found now.
  deps.journal.onOtherNodesChange(() => alarm.scheduleBy(clock.now()));
  return { ...alarm, cleanUp: () => removeOldReminders(db, clock.now() - retentionMs) };
}

async function notifyOperator(
  { db, notify, onFault }: ReminderTimersDeps,
  claim: DueReminder,
): Promise<void> {
  const isDone = await notify(claim.account, claim.reminder).catch((error: unknown) => {
    onFault(error);
    return false;
  });
  if (isDone || claim.attempts >= maxAttempts) await endNotification(db, claim);
}
