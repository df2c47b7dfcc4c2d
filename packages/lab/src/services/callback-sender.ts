/** Sends callbacks until the receiver accepts them. */
export interface CallbackSender {
  /**
   * Callbacks with one key are sent in order. `send` resolves with whether it was accepted, and
   * `onAccepted` is called then.
   */
  push(key: string, send: () => Promise<boolean>, onAccepted?: () => void): void;
  /** Number of callbacks that wait to be accepted. */
  pending(): number;
  /** Collects callbacks until `release`. */
  pause(): void;
  release(order?: "same" | "reversed"): void;
  close(): void;
}

export function createCallbackSender(options: {
  /** Pause after a callback that was not accepted, in milliseconds. */
  readonly retryMs: number;
  /** How often a callback is sent again after it was accepted. */
  readonly repeats: () => number;
  readonly onChange: () => void;
}): CallbackSender {
  const tails = new Map<string, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  let pendingCount = 0;
  let delayed: (() => void)[] | null = null;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, options.retryMs);
      timers.add(timer);
    });
  const sendUntilAccepted = async (send: () => Promise<boolean>): Promise<void> => {
    for (let accepted = 0; !isClosed && accepted <= options.repeats();) {
      if (await send()) accepted += 1;
      else await pause();
    }
  };
  const enqueue = (key: string, send: () => Promise<boolean>, onAccepted?: () => void): void => {
    const tail = (tails.get(key) ?? Promise.resolve())
      .then(() => sendUntilAccepted(send))
      .then(() => {
        if (!isClosed) onAccepted?.();
        pendingCount -= 1;
        if (tails.get(key) === tail) tails.delete(key);
        options.onChange();
      });
    tails.set(key, tail);
  };
  return {
    push(key, send, onAccepted) {
      pendingCount += 1;
      if (delayed === null) enqueue(key, send, onAccepted);
      else delayed.push(() => enqueue(key, send, onAccepted));
      options.onChange();
    },
    pending: () => pendingCount,
    pause: () => void (delayed ??= []),
    release(order = "same") {
      const waiting = delayed ?? [];
      delayed = null;
      for (const start of order === "same" ? waiting : waiting.toReversed()) start();
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
