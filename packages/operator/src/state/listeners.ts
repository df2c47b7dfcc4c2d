/** Minimal event emitter. */
export interface Listeners<T = void> {
  /** Calls the listener for each following event. Returns `unsubscribe`. */
  readonly add: (listener: (told: T) => void) => () => void;
  readonly tell: (told: T) => void;
  readonly count: () => number;
}

export function createListeners<T = void>(): Listeners<T> {
  const listeners = new Set<(told: T) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell(told) {
      for (const listener of listeners) listener(told);
    },
    count: () => listeners.size,
  };
}
