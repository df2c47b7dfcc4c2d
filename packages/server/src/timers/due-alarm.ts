import type { Clock } from "../core/command.ts";

export interface DueAlarmDeps {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /** Returns the time of the earliest row in milliseconds since 1970, or null if there is none. */
  readonly findEarliest: () => Promise<number | null>;
  /** Processes some of the due rows. Resolves with false if none was due. */
  readonly processDue: () => Promise<boolean>;
}
/** An alarm for the earliest row of a timer table. */
export interface DueAlarm {
  /** Schedules processing for this time, unless it is scheduled for an earlier one. */
  scheduleBy(at: number): void;
  /** Resolves when no row is due. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
const retryDelayMs = 1_000;

/**
 * Processes rows of a timer table when they become due. Uses one alarm for the earliest row, and
 * does not query the database while no row is due.
 */
export async function startDueAlarm(deps: DueAlarmDeps): Promise<DueAlarm> {
  const { clock, findEarliest } = deps;
  let alarm: { readonly at: number; readonly cancel: () => void } | null = null;
  let running: Promise<void> | null = null;
  let isRerunNeeded = false;
  let isClosed = false;

  const scheduleBy = (at: number): void => {
    if (isClosed || (alarm !== null && alarm.at <= at)) return;
    alarm?.cancel();
    alarm = { at, cancel: clock.scheduleAt(at, run) };
  };
  const run = (): void => {
    alarm?.cancel();
    alarm = null;
    // The current run may have read the rows before the new one was written, so another run is
    // needed.
    if (running !== null) return void (isRerunNeeded = true);
    isRerunNeeded = false;
    running = work()
      .catch((error: unknown) => {
        deps.onFault(error);
        scheduleBy(clock.now() + retryDelayMs);
      })
      .finally(() => {
        running = null;
        if (isRerunNeeded && !isClosed) run();
      });
  };
  const work = async (): Promise<void> => {
    while (!isClosed && (await deps.processDue()));
    const next = await findEarliest();
    if (next !== null) scheduleBy(next);
  };

  const first = await findEarliest();
  if (first !== null) scheduleBy(first);
  return {
    scheduleBy,
    async settle() {
      for (;;) {
        if (running !== null) await running;
        else if (!isClosed && alarm !== null && alarm.at <= clock.now()) run();
        else return;
      }
    },
    async close() {
      isClosed = true;
      alarm?.cancel();
      await running;
    },
  };
}
