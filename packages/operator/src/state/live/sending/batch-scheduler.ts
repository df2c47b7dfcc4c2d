/**
 * Minimum interval between batches in milliseconds, so that the page can handle input between
 * renders.
 */
const minIntervalMs = 100;

/**
 * Creates a scheduler of batches. The first task runs in its own message event. Tasks that are
 * scheduled within the next 100 ms wait until the end of that interval and run together. On a
 * hidden page, tasks do not wait, because the page renders nothing and browsers slow its timers.
 */
export function startBatchScheduler(): { schedule: (run: () => void) => void; stop: () => void } {
  const port = new MessageChannel();
  let queued: (() => void)[] = [];
  let ranAt = -minIntervalMs;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const runAll = () => {
    timer = null;
    ranAt = performance.now();
    const runs = queued;
    queued = [];
    for (const run of runs) run();
  };
  port.port1.onmessage = runAll;
  return {
    schedule(run) {
      queued.push(run);
      if (timer !== null) return;
      const remainingMs = ranAt + minIntervalMs - performance.now();
      if (remainingMs <= 0 || document.visibilityState === "hidden") port.port2.postMessage(null);
      else timer = setTimeout(runAll, remainingMs);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      port.port1.close();
    },
  };
}
