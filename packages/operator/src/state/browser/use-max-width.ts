import { useSyncExternalStore } from "react";

/** Returns whether the page is narrower than `width` pixels. */
export function useMaxWidth(width: number): boolean {
  const query = `(max-width: ${width - 1}px)`;
  return useSyncExternalStore(
    (listener) => {
      const match = window.matchMedia(query);
      match.addEventListener("change", listener);
      return () => match.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}
