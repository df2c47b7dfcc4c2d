import type { Timers } from "./socket.ts";

/** Timers that move only when told, for tests of code that takes `Timers`. */
export interface ManualTimers extends Timers {
  /** Runs what is due up to `ms` from now, in order, with the promises it starts. */
  advance(ms: number): Promise<void>;
  /** Lets started promises finish. */
  settle(): Promise<void>;
}

export function manualTimers(start = 1_000_000): ManualTimers {
  let now = start;
  let lastId = 0;
  const due = new Map<number, { at: number; run: () => void }>();
  const settle = async () => {
    for (let i = 0; i < 50; i += 1) await Promise.resolve();
  };
  return {
    now: () => now,
    set(run, ms) {
      lastId += 1;
      due.set(lastId, { at: now + ms, run });
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
        const next = [...due.entries()].filter(([, entry]) => entry.at <= end).toSorted((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
        if (!next) break;
        due.delete(next[0]);
        now = next[1].at;
        next[1].run();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}
