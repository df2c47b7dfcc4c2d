/**
 * Runs tasks with the same key one after another, in the order in which they were added, so that
 * the messages of a customer keep their order. A failed task does not stop the next one. Tasks of
 * different keys run at the same time.
 */
export interface KeyedQueue {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Resolves when the tasks that were added so far have ended. Never rejects. */
  idle(): Promise<void>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const started = (tails.get(key) ?? Promise.resolve()).then(task);
      const tail = started
        .catch(() => undefined)
        .finally(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return started;
    },
    idle: async () => void (await Promise.all(tails.values())),
  };
}
