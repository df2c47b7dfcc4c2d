import type { Timers } from "./socket.ts";

/** Timers that run only when a test advances them. For tests of code that takes `Timers`. */
export interface ManualTimers extends Timers {
  /** Advances the clock by `ms`. Runs the due timers in order, and the promises that they start. */
  advance(ms: number): Promise<void>;
  /** Lets started promises finish. */
  settle(): Promise<void>;
}

interface Due {
  readonly id: number;
  readonly at: number;
  readonly run: () => void;
}

export function manualTimers(start = 1_000_000): ManualTimers {
  let now = start;
  let lastId = 0;
  const due = new Map<number, Due>();
  return {
    now: () => now,
    set(run, ms) {
      lastId += 1;
      due.set(lastId, { id: lastId, at: now + ms, run });
      return lastId;
    },
    clear(timer) {
      if (typeof timer === "number") due.delete(timer);
    },
    settle,
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = nextOf(due, end);
        if (!next) break;
        due.delete(next.id);
        now = next.at;
        next.run();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await Promise.resolve();
}

/**
 * Returns the earliest timer that is due at `end`. Of two with equal time, the one that was set
 * first.
 */
function nextOf(due: ReadonlyMap<number, Due>, end: number): Due | undefined {
  return [...due.values()].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at || a.id - b.id)[0];
}
