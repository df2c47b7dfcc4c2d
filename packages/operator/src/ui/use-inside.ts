import { useEffect, useState } from "react";

/** True while the pointer or the focus is inside the element: then nothing in it may move. */
export function useInside(element: HTMLElement | null): boolean {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  useEffect(() => {
    if (element === null) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    element.addEventListener("pointerenter", () => setPointer(true), { signal });
    element.addEventListener("pointerleave", () => setPointer(false), { signal });
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
  }, [element]);
  return pointer || focus;
}
