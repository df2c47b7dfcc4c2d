import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * Returns a ref to the value of the latest render, for handlers that outlive a render. It changes
 * together with the screen, so that a key that is pressed next acts on what the screen shows.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
