/** What code that waits needs. Tests pass timers that they control. */
export interface Timing {
  /** The timers of `@parlour/client`, written again because the published types stand alone. */
  readonly timers: {
    now(): number;
    set(run: () => void, ms: number): unknown;
    clear(timer: unknown): void;
  };
  /** Returns a random number, at least 0 and below 1, for the jitter. */
  readonly random: () => number;
}

export const systemTiming: Timing = {
  timers: {
    now: () => Date.now(),
    set: (run, ms) => setTimeout(run, ms),
    clear: (timer) => clearTimeout(timer as number | undefined),
  },
  random: () => Math.random(),
};

/** Waits `ms` milliseconds. Rejects with the reason of the signal when it is aborted. */
export function wait({ timers }: Timing, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      timers.clear(timer);
      reject(signal?.reason);
    };
    const timer = timers.set(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
