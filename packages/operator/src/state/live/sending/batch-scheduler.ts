/** Minimum interval between batches, so that the page can handle input between renders. */
const minIntervalMs = 100;

/**
 * Runs the first task in a message event of its own. Tasks that follow within 100 ms wait for the
 * end of that interval and run together.
 * A hidden page does not wait, because browsers slow its timers and it renders nothing.
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
