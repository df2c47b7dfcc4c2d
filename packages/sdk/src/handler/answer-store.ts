/**
 * Answers by the id of their request. Parlour sends each request at least once, and a repeat gets
 * the same answer without another effect. Replace it by your database, so that it survives a
 * restart.
 */
export interface AnswerStore {
  get(id: string): string | null | undefined | Promise<string | null | undefined>;
  set(id: string, answer: string): void | Promise<void>;
}

/** Creates a store in memory. It drops the oldest answer above `maxAnswers`. */
export function createMemoryStore(maxAnswers = 10_000): AnswerStore {
  const answers = new Map<string, string>();
  return {
    get: (id) => answers.get(id),
    set(id, answer) {
      answers.set(id, answer);
      const [oldest] = answers.keys();
      if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
    },
  };
}

/** Runs the work of each id once. A repeat during the work waits for it. */
export interface OnceRunner {
  /** Returns the stored answer, or stores that of `work`. A failure is not stored. */
  run(id: string, work: () => Promise<string>): Promise<string>;
}

export function createOnceRunner(store: AnswerStore): OnceRunner {
  const running = new Map<string, Promise<string>>();
  const runOnce = async (id: string, work: () => Promise<string>): Promise<string> => {
    const stored = await store.get(id);
    if (typeof stored === "string") return stored;
    const answer = await work();
    await store.set(id, answer);
    return answer;
  };
  return {
    run(id, work) {
      const current = running.get(id);
      if (current !== undefined) return current;
      const started = runOnce(id, work).finally(() => running.delete(id));
      running.set(id, started);
      return started;
    },
  };
}
