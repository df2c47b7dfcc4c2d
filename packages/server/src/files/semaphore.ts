import { refuse } from "../core/failure.ts";

/** Limits concurrent work, with a bounded queue. */
export interface Semaphore {
  /** Runs the function in a free slot. Refuses with `temporarily_unavailable` in a full queue. */
  run<T>(run: () => Promise<T>): Promise<T>;
}

export function createSemaphore(maxConcurrent: number, maxQueued: number): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  const release = (): void => {
    const start = waiting.shift();
    if (start === undefined) running -= 1;
    else start();
  };
  return {
    async run(run) {
      if (running < maxConcurrent) running += 1;
      else {
        if (waiting.length >= maxQueued)
          refuse("temporarily_unavailable", "Too many files at once. Try again shortly.", {
            retryAfterMs: 1_000,
          });
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      try {
        return await run();
      } finally {
        release();
      }
    },
  };
}
