import { createManualTimers, type ManualTimers } from "@parlour/client";
import { createClock, type Clock } from "./clock.ts";

/** A clock that advances only when a test moves it. */
export type ManualClock = Clock & Pick<ManualTimers, "advance">;

export function createManualClock(start?: number): ManualClock {
  const timers = createManualTimers(start);
  return { ...createClock(timers), advance: (ms) => timers.advance(ms) };
}
