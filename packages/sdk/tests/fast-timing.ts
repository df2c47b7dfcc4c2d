import type { Timing } from "../src/http/time.ts";

/** A clock that runs 50 times as fast, for delays and random waits against a real Parlour. */
export const fastTiming: Timing = {
  timers: {
    now: () => Date.now(),
    set: (run, ms) => setTimeout(run, ms / 50),
    clear: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
  },
  random: () => Math.random(),
};
