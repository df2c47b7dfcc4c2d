import { refuse } from "../core/failure.ts";

/** Limits concurrent work, with a bounded queue. */
export interface Turns {
  /**
   * Runs the function when a slot is free. Refuses with `temporarily_unavailable` if the queue is
   * full.
   */
  take<T>(run: () => Promise<T>): Promise<T>;
}

export function openTurns(atOnce: number, mostWaiting: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = (): void => {
    const start = waiting.shift();
    if (start === undefined) running -= 1;
    else start();
  };
  return {
    async take(run) {
      if (running < atOnce) running += 1;
      else {
        if (waiting.length >= mostWaiting)
          refuse("temporarily_unavailable", "Too many files at once. Try again shortly.", { retryAfterMs: 1_000 });
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      try {
        return await run();
      } finally {
        next();
      }
    },
  };
}
