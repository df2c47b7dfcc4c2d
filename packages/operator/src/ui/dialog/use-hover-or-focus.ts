import { useEffect, useState } from "react";

const rowSelector = "tbody tr, li";

/**
 * Returns whether the pointer is over a row or the focus in the list, so that rows must not move.
 */
export function useHoverOrFocus(list: HTMLElement | null): boolean {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  useEffect(() => {
    if (list === null) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const isOverRow = ({ target }: Event) =>
      target instanceof Element && target.closest(rowSelector) !== null;
    list.addEventListener("pointerover", (event) => setPointer(isOverRow(event)), { signal });
    list.addEventListener("pointerleave", () => setPointer(false), { signal });
    list.addEventListener("focusin", () => setFocus(true), { signal });
    list.addEventListener(
      "focusout",
      (event) =>
        setFocus(event.relatedTarget instanceof Node && list.contains(event.relatedTarget)),
      {
        signal,
      },
    );
    return () => {
      listeners.abort();
      setPointer(false);
      setFocus(false);
    };
  }, [list]);
  return pointer || focus;
}
