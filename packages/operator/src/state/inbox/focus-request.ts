import { browserClock } from "../clock.ts";

let focusCount = 0;

/** Returns a new number, which makes the composer or the row of the chat take the focus once. */
export function createFocusRequest(): number {
  focusCount = Math.max(focusCount + 1, browserClock.now());
  return focusCount;
}
