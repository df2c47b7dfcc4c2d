import { useEffect, useSyncExternalStore } from "react";
import { browserClock, type Clock } from "../../state/clock.ts";
import { createEventEmitter } from "../../state/api/event-emitter.ts";
import { loadChunk } from "./load-chunk.ts";

/**
 * A value that is not in the first chunk of the page. The value is loaded when the page is idle, or
 * immediately by `load` or `request`. If it cannot be loaded, it is loaded again while a component
 * waits for it.
 */
export interface LazyValue<T> {
  readonly get: () => T | null;
  readonly load: () => void;
  /** Loads the value at once for an operator who asked for it. Rejects if this fails. */
  readonly request: () => Promise<void>;
  readonly subscribe: (listener: () => void) => () => void;
}

const firstRetryMs = 5_000;
const maxRetryMs = 60_000;
const idleMs = 2000;
function runWhenIdle(run: () => void, clock: Clock): void {
  // Safari does not support `requestIdleCallback`.
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: idleMs });
  else clock.after(idleMs, run);
}

export function createLazyValue<T>(
  importValue: () => Promise<T>,
  clock = browserClock,
): LazyValue<T> {
  const listeners = createEventEmitter();
  let value: T | null = null;
  let loading: Promise<void> | null = null;
  let isScheduled = false;
  let retryMs = firstRetryMs;
  let cancelRetry: (() => void) | null = null;
  const request = (): Promise<void> => {
    if (value !== null) return Promise.resolve();
    cancelRetry?.();
    cancelRetry = null;
    loading ??= loadChunk(importValue, clock)
      .then((loaded) => {
        value = loaded;
        listeners.emit();
      })
      .catch((error: unknown) => {
        retryLater();
        throw error;
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  const load = () => {
    if (cancelRetry !== null) return;
    request().catch((error: unknown) =>
      console.warn("a part of the page could not be loaded", error),
    );
  };
  const retryLater = () => {
    cancelRetry = clock.after(retryMs, () => {
      cancelRetry = null;
      if (listeners.count() > 0) load();
    });
    retryMs = Math.min(retryMs * 2, maxRetryMs);
  };
  const loadWhenIdle = () => {
    if (isScheduled) return;
    isScheduled = true;
    runWhenIdle(load, clock);
  };
  return {
    get: () => value,
    load,
    request,
    subscribe(listener) {
      loadWhenIdle();
      return listeners.subscribe(listener);
    },
  };
}

/** Returns the value, or null until the value is loaded. */
export function useLazyValue<T>(lazyValue: LazyValue<T>): T | null {
  return useSyncExternalStore(lazyValue.subscribe, lazyValue.get);
}

/** Returns the value, or null until it is loaded, which begins with the first rendering. */
export function useLoadedValue<T>(lazyValue: LazyValue<T>): T | null {
  useEffect(() => lazyValue.load(), [lazyValue]);
  return useLazyValue(lazyValue);
}
