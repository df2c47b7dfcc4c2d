import type { Clock } from "../../core/ports.ts";

export interface DueDeps {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /** When the earliest row falls due, in ms since 1970; null: there is none. */
  readonly earliest: () => Promise<number | null>;
  /** Looks at some of the rows that are due now; false: none was. */
  readonly work: () => Promise<boolean>;
}
export interface Waking {
  /** Something falls due then. */
  by(at: number): void;
  /** Resolves when nothing is due now. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
const againMs = 1_000;

/** Wakes when a row of a table of times is due. One alarm, for the earliest row; idle it asks the database nothing. */
export async function startWhenDue(deps: DueDeps): Promise<Waking> {
  const { clock, earliest } = deps;
  let alarm: { readonly at: number; readonly cancel: () => void } | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const by = (at: number): void => {
    if (closed || (alarm !== null && alarm.at <= at)) return;
    alarm?.cancel();
    alarm = { at, cancel: clock.alarm(at, run) };
  };
  const run = (): void => {
    alarm?.cancel();
    alarm = null;
    // The work under way may have seen the rows before this one was written.
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
