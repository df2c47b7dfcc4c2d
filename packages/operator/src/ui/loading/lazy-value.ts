import { useEffect, useSyncExternalStore } from "react";
import { browserClock } from "../../state/clock.ts";
import { createEventEmitter } from "../../state/api/event-emitter.ts";
import { loadChunk } from "./load-chunk.ts";

/**
 * A value that is not in the first chunk of the page. The value is loaded when the page is idle, or
 * immediately by `load`.
 */
export interface LazyValue<T> {
  readonly get: () => T | null;
  readonly load: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const idleMs = 2000;
function runWhenIdle(run: () => void): void {
  // Safari does not support `requestIdleCallback`.
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: idleMs });
  else browserClock.after(idleMs, run);
}

export function createLazyValue<T>(importValue: () => Promise<T>): LazyValue<T> {
  const listeners = createEventEmitter();
  let value: T | null = null;
  let isLoading = false;
  let isScheduled = false;
  const load = () => {
    if (value !== null || isLoading) return;
    isLoading = true;
    loadChunk(importValue)
      .then((loaded) => {
        value = loaded;
        listeners.emit();
      })
      .catch((error: unknown) => console.warn("a part of the page could not be loaded", error))
      .finally(() => {
        isLoading = false;
      });
  };
  const loadWhenIdle = () => {
    if (isScheduled) return;
    isScheduled = true;
    runWhenIdle(load);
  };
  return {
    get: () => value,
    load,
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
