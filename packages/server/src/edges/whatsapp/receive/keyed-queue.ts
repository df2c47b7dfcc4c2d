/**
 * Runs tasks with the same key one after another, in the order in which they were added. Tasks of
 * different keys run at the same time.
 */
export interface KeyedQueue {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const started = (tails.get(key) ?? Promise.resolve()).then(task);
      // A failed task must not prevent the next one.
      const tail = started
        .catch(() => undefined)
        .finally(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return started;
    },
  };
}
