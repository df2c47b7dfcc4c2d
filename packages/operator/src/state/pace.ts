/** Minimum interval between batches, so that the page can handle input between renders. */
const stormMs = 100;

/**
 * Runs the first task in a message event of its own. Tasks that follow within 100 ms wait for the
 * end of that interval and run together.
 * A hidden page does not wait, because browsers slow its timers and it renders nothing.
 */
export function startPace(): { soon: (run: () => void) => void; stop: () => void } {
  const port = new MessageChannel();
  let queued: (() => void)[] = [];
  let ranAt = -stormMs;
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
    soon(run) {
      queued.push(run);
      if (timer !== null) return;
      const rest = ranAt + stormMs - performance.now();
      if (rest <= 0 || document.visibilityState === "hidden") port.port2.postMessage(null);
      else timer = setTimeout(runAll, rest);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      port.port1.close();
    },
  };
}
