import { browserClock } from "../../clock.ts";

/** Minimum interval between batches in ms, so that the page can handle input. */
const minIntervalMs = 100;

/**
 * Creates a scheduler that runs the first task at once, and those of the next 100 ms together. A
 * hidden page does not wait: it renders nothing, and browsers slow its timers.
 */
export function startBatchScheduler(): { schedule: (run: () => void) => void; stop: () => void } {
  const port = new MessageChannel();
  let queued: (() => void)[] = [];
  let ranAt = -minIntervalMs;
  let cancel: (() => void) | null = null;
  const runAll = () => {
    cancel = null;
    ranAt = browserClock.monotonic();
    const runs = queued;
    queued = [];
    for (const run of runs) run();
  };
  port.port1.onmessage = runAll;
  return {
    schedule(run) {
      queued.push(run);
      if (cancel !== null) return;
      const remainingMs = ranAt + minIntervalMs - browserClock.monotonic();
      if (remainingMs <= 0 || document.visibilityState === "hidden") port.port2.postMessage(null);
      else cancel = browserClock.after(remainingMs, runAll);
    },
    stop() {
      cancel?.();
      port.port1.close();
    },
  };
}
