/** Time as the widget sees it: tests move it. Milliseconds. */
export interface Clock {
  now(): number;
  /** Runs once after `ms`; the answer calls it off. */
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
  random: () => Math.random(),
};
