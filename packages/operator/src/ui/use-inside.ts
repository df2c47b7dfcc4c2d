import { useEffect, useState } from "react";

/**
 * True while the pointer or the focus is inside the element: then nothing in it may move. `around`: where the pointer counts, when that is more, so that it
 * can be led from the list to what stands above it.
 */
export function useInside(element: HTMLElement | null, around = element): boolean {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  useEffect(() => {
    if (element === null || around === null) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    around.addEventListener("pointerenter", () => setPointer(true), { signal });
    around.addEventListener("pointerleave", () => setPointer(false), { signal });
    element.addEventListener("focusin", () => setFocus(true), { signal });
    element.addEventListener(
      "focusout",
      (event) => setFocus(event.relatedTarget instanceof Node && element.contains(event.relatedTarget)),
      { signal },
    );
    return () => {
      listeners.abort();
      setPointer(false);
      setFocus(false);
    };
  }, [element, around]);
  return pointer || focus;
}
