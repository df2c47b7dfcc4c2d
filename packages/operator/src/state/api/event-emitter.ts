/** Minimal event emitter. */
export interface EventEmitter<T = void> {
  /** Calls the listener for each following event. Returns the function that unsubscribes. */
  readonly subscribe: (listener: (value: T) => void) => () => void;
  readonly emit: (value: T) => void;
  readonly count: () => number;
}

export function createEventEmitter<T = void>(): EventEmitter<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit(value) {
      for (const listener of listeners) listener(value);
    },
    count: () => listeners.size,
  };
}
