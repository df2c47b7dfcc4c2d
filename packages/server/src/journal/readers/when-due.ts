import type { Clock } from "../../core/command.ts";

export interface DueDeps {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /**
   * Returns the due time of the earliest row in milliseconds since 1970, or null if there is none.
   */
  readonly earliest: () => Promise<number | null>;
  /** Processes some of the due rows. Resolves with false if none was due. */
  readonly work: () => Promise<boolean>;
}
/** An alarm for the earliest row of a timer table. */
export interface Waking {
  /** Schedules processing at this time, if no earlier time is scheduled. */
  by(at: number): void;
  /** Resolves when no row is due. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
const againMs = 1_000;

/**
 * Processes rows of a timer table when they fall due. Uses one alarm for the earliest row and does
 * not query the database while idle.
 */
export async function startWhenDue(deps: DueDeps): Promise<Waking> {
  const { clock, earliest } = deps;
  let alarm: { readonly at: number; readonly cancel: () => void } | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const by = (at: number): void => {
    if (closed || (alarm !== null && alarm.at <= at)) return;
    alarm?.cancel();
    alarm = { at, cancel: clock.scheduleAt(at, run) };
  };
  const run = (): void => {
    alarm?.cancel();
    alarm = null;
    // The current run may have read the rows before this one was written.
    if (running !== null) return void (again = true);
    again = false;
    running = work()
      .catch((error: unknown) => {
        deps.onFault(error);
        by(clock.now() + againMs);
      })
      .finally(() => {
        running = null;
        if (again && !closed) run();
      });
  };
  const work = async (): Promise<void> => {
    while (!closed && (await deps.work()));
    const next = await earliest();
    if (next !== null) by(next);
  };

  const first = await earliest();
  if (first !== null) by(first);
  return {
    by,
    async settle() {
      for (;;) {
        if (running !== null) await running;
        else if (!closed && alarm !== null && alarm.at <= clock.now()) run();
        else return;
      }
    },
    async close() {
      closed = true;
      alarm?.cancel();
      await running;
    },
  };
}
