/** Waits for the first state from the server. */
export interface FirstWord {
  /** Calls `run` as soon as the state was received, or after `ms`. */
  readonly whenHeard: (ms: number, run: () => void) => void;
  /** Runs everything that waits. */
  readonly wake: () => void;
}

export function firstWord(isHeard: () => boolean): FirstWord {
  const waiting = new Set<() => void>();
  return {
    whenHeard(ms, run) {
      if (isHeard()) return run();
      waiting.add(run);
      setTimeout(() => waiting.delete(run) && run(), ms);
    },
    wake() {
      for (const run of waiting) {
        waiting.delete(run);
        run();
      }
    },
  };
}
