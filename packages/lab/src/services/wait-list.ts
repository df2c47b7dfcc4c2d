/** Waits for conditions that changes of a service meet. */
export interface WaitList {
  /** Checks all conditions. */
  readonly onChange: () => void;
  /** Resolves when the condition is met. Rejects after `withinMs`. */
  readonly waitUntil: (isMet: () => boolean, withinMs?: number) => Promise<void>;
}

/** Creates the list. `onChange` is called after each check. */
export function createWaitList(onChange: () => void = () => undefined): WaitList {
  const waiting = new Set<() => void>();
  return {
    onChange() {
      waiting.forEach((check) => check());
      onChange();
    },
    waitUntil: (isMet, withinMs = 60_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`the condition was not met within ${withinMs} ms: ${String(isMet)}`));
        }, withinMs);
        const check = (): void => {
          if (!isMet()) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
