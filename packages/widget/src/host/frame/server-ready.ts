/** Lets callers wait for the first state from the server. */
export interface ServerReady {
  /** Calls `run` as soon as the state is received, at the latest after `ms` milliseconds. */
  readonly whenReady: (ms: number, run: () => void) => void;
  /** Runs all waiting functions. */
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
