/** Waits for the first state from the server. */
export interface ServerReady {
  /** Calls `run` as soon as the state was received, or after `ms`. */
  readonly whenReady: (ms: number, run: () => void) => void;
  /** Runs everything that waits. */
  readonly resolve: () => void;
}

export function createServerReady(isReady: () => boolean): ServerReady {
  const waiting = new Set<() => void>();
  return {
    whenReady(ms, run) {
      if (isReady()) return run();
      waiting.add(run);
      setTimeout(() => waiting.delete(run) && run(), ms);
    },
    resolve() {
      for (const run of waiting) {
        waiting.delete(run);
        run();
      }
    },
  };
}
