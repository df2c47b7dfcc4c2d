import { useSyncExternalStore } from "react";
import { createEventEmitter } from "../state/event-emitter.ts";
import { fetchPart } from "./fetch-part.ts";

/**
 * A value that is not in the first chunk of the page. It is loaded when the page is idle, or at
 * once by `load`.
 */
export interface Later<T> {
  readonly get: () => T | null;
  readonly load: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const idleMs = 2000;

export function later<T>(fetch: () => Promise<T>): Later<T> {
  const listeners = createEventEmitter();
  let part: T | null = null;
  let isComing = false;
  let isAwaited = false;
  const load = () => {
    if (part !== null || isComing) return;
    isComing = true;
    fetchPart(fetch)
      .then((loaded) => {
        part = loaded;
        listeners.emit();
      })
      .catch((error: unknown) => console.warn("a part of the page could not be loaded", error))
      .finally(() => {
        isComing = false;
      });
  };
  const whenIdle = () => {
    if (isAwaited) return;
    isAwaited = true;
    // Safari does not support `requestIdleCallback`.
    if ("requestIdleCallback" in window) window.requestIdleCallback(load, { timeout: idleMs });
    else setTimeout(load, idleMs);
  };
  return {
    get: () => part,
    load,
    subscribe(listener) {
      whenIdle();
      return listeners.subscribe(listener);
    },
  };
}

/** Returns the value, or null until it is loaded. */
export function useLater<T>(part: Later<T>): T | null {
  return useSyncExternalStore(part.subscribe, part.get);
}
