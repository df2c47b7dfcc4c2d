/** Time source of the widget, in milliseconds. Tests replace it. */
export interface Clock {
  now(): number;
  /** Runs once after `ms`. The returned function cancels it. */
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
