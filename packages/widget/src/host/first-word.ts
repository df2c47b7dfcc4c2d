/** Waits for the server's first word. */
export interface FirstWord {
  /** `run` as soon as it was heard, or after `ms`; `isHeard`: which of both. */
  readonly whenHeard: (ms: number, run: (isHeard: boolean) => void) => void;
  /** Nobody waits longer. */
  wake(isHeard: boolean): void;
}

export function firstWord(isHeard: () => boolean): FirstWord {
  let waiting: ((isHeard: boolean) => void)[] = [];
  return {
    whenHeard(ms, run) {
      if (isHeard()) return run(true);
      waiting.push(run);
      setTimeout(() => {
        if (!waiting.includes(run)) return;
        waiting = waiting.filter((one) => one !== run);
        run(false);
      }, ms);
    },
    wake(is) {
      const due = waiting;
      waiting = [];
      for (const one of due) one(is);
    },
  };
}
