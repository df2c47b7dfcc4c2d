/** Waits for the server's first word. */
export interface FirstWord {
  /** Calls `run` as soon as it was heard, or after `ms`. */
  readonly whenHeard: (ms: number, run: () => void) => void;
  /** Nobody waits longer. */
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
