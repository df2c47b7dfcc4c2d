import { useSyncExternalStore } from "react";
import { createListeners } from "../state/listeners.ts";
import { fetchPart } from "./fetch-part.ts";

/** A part of the page that is no part of its first files: it comes when the page has time, or at once when it is asked for. */
export interface Later<T> {
  readonly get: () => T | null;
  readonly load: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const idleMs = 2000;

export function later<T>(fetch: () => Promise<T>): Later<T> {
  const listeners = createListeners();
  let part: T | null = null;
  let isComing = false;
  let isAwaited = false;
  const load = () => {
    if (part !== null || isComing) return;
    isComing = true;
    fetchPart(fetch)
      .then((loaded) => {
        part = loaded;
        listeners.tell();
      })
      .catch((error: unknown) => console.warn("a part of the page could not be loaded", error))
      .finally(() => {
        isComing = false;
      });
  };
  const whenIdle = () => {
    if (isAwaited) return;
    isAwaited = true;
    // Safari has no idle callback.
    if ("requestIdleCallback" in window) window.requestIdleCallback(load, { timeout: idleMs });
    else setTimeout(load, idleMs);
  };
  return {
    get: () => part,
    load,
    subscribe(listener) {
      whenIdle();
      return listeners.add(listener);
    },
  };
}

/** The part, or null until it is there. */
export function useLater<T>(part: Later<T>): T | null {
  return useSyncExternalStore(part.subscribe, part.get);
}
