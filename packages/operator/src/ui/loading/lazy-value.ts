import { useSyncExternalStore } from "react";
import { createEventEmitter } from "../../state/api/event-emitter.ts";
import { loadChunk } from "./load-chunk.ts";

/**
 * A value that is not in the first chunk of the page. It is loaded when the page is idle, or at
 * once by `load`.
 */
export interface LazyValue<T> {
  readonly get: () => T | null;
  readonly load: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const idleMs = 2000;

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
    // Safari does not support `requestIdleCallback`.
    if ("requestIdleCallback" in window) window.requestIdleCallback(load, { timeout: idleMs });
    else setTimeout(load, idleMs);
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

/** Returns the value, or null until it is loaded. */
export function useLazyValue<T>(lazyValue: LazyValue<T>): T | null {
  return useSyncExternalStore(lazyValue.subscribe, lazyValue.get);
}
