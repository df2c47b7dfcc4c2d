/**
 * The clock of the widget, in milliseconds. In the chat window, no other file reads the time or
 * sets timers. Scripts on the page of a site may, because each shared name costs bytes on every
 * page. Tests use a manual clock instead. The `Clock` of the operator application has the same
 * `now` and `after` (packages/operator/src/state/clock.ts).
 */
export interface Clock {
  now(): number;
  /** Calls `run` once after `ms` milliseconds. The returned function cancels the call. */
  after(ms: number, run: () => void): () => void;
  /** 0 ≤ n < 1. */
  random(): number;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
