/** Under a storm the lists are drawn this often: keys and clicks come between. */
const stormMs = 100;

/**
 * Runs what came at once, in a message of its own; what follows within 100 ms waits for the end of them and comes together. A hidden page
 * never waits: the browser slows its timers, and it has nothing to draw.
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
