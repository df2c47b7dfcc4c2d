import type { Timers } from "@parlour/client";

/**
 * The clock of the page. Reads the time and sets timers. No other file of this application does.
 *
 * It extends `Timers`, the port of packages/client, so the live client takes the same clock. Code
 * of screens and of the page uses `after` and `every`, whose result is also the cleanup function of
 * an effect. Tests build a clock from the client's manual timers: `createClock(manualTimers)`. The
 * `Clock` of the widget (packages/widget/src/clock.ts) has the same `now` and `after`. It is not
 * shared, because the widget imports no timers of packages/client.
 */
export interface Clock extends Timers {
  /** Milliseconds since an arbitrary moment, unaffected by changes of the machine's clock. */
  monotonic(): number;
  /** Calls `run` once after `ms` milliseconds. The returned function cancels the call. */
  after(ms: number, run: () => void): () => void;
  /** Calls `run` every `ms` milliseconds. The returned function stops this. */
  every(ms: number, run: () => void): () => void;
}

/** Creates a clock. `monotonic` is by default the time of day, for timers that a test controls. */
export function createClock(timers: Timers, monotonic = () => timers.now()): Clock {
  const after = (ms: number, run: () => void) => {
    const timer = timers.set(run, ms);
    return () => timers.clear(timer);
  };
  return {
    ...timers,
    monotonic,
    after,
    every(ms, run) {
      let cancel: () => void;
      const repeat = () => {
        // Set the next timer first, so that an error of `run` does not end the repetition.
        cancel = after(ms, repeat);
        run();
      };
      cancel = after(ms, repeat);
      return () => cancel();
    },
  };
}

/** The functions of the browser are looked up at each call, because tests replace them. */
export const browserClock = createClock(
  {
    now: () => Date.now(),
    set: (run, ms) => setTimeout(run, ms),
    clear: (timer) => clearTimeout(timer as number | undefined),
  },
  () => performance.now(),
);
