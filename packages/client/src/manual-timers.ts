import type { Timers } from "./timers.ts";

/** Timers that run only when a test advances them. For tests of code that takes `Timers`. */
export interface ManualTimers extends Timers {
  /** Advances the clock. Runs the due timers in order, and awaits what they start. */
  advance(ms: number): Promise<void>;
  /** Waits until promises that have started are settled. */
  settle(): Promise<void>;
}

interface PendingTimer {
  readonly id: number;
  readonly at: number;
  readonly run: () => void;
}

export function createManualTimers(start = 1_000_000): ManualTimers {
  let now = start;
  let lastId = 0;
  const pending = new Map<number, PendingTimer>();
  return {
    now: () => now,
    set(run, ms) {
      lastId += 1;
      pending.set(lastId, { id: lastId, at: now + ms, run });
      return lastId;
    },
    clear(timer) {
      if (typeof timer === "number") pending.delete(timer);
    },
    settle: flushPromises,
    async advance(ms) {
      const end = now + ms;
      await flushPromises();
      for (;;) {
        const next = findNextTimer(pending, end);
        if (!next) break;
        pending.delete(next.id);
        now = next.at;
        next.run();
        await flushPromises();
      }
      now = end;
      await flushPromises();
    },
  };
}

async function flushPromises(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await Promise.resolve();
}

/** Returns the earliest timer that is due at `end`; of two, the one that was set first. */
function findNextTimer(
  pending: ReadonlyMap<number, PendingTimer>,
  end: number,
): PendingTimer | undefined {
  return [...pending.values()]
    .filter(({ at }) => at <= end)
    .toSorted((a, b) => a.at - b.at || a.id - b.id)[0];
}
