import type { Renderer } from "./render.tsx";

/** Moves the focus to the field of the chat window, as soon as the browser allows it. */
export interface FieldFocus {
  readonly request: () => void;
  readonly cancel: () => void;
  /**
   * Applies a focus that was requested before rendering, but only if the page's focus is in the
   * chat window. The visitor may have moved on to the page in the meantime (WG-088).
   */
  readonly apply: () => void;
}

/** `getRenderer` returns null until the chat window has rendered. */
export function createFieldFocus(getRenderer: () => Renderer | null): FieldFocus {
  let isPending = false;
  /**
   * Moves the focus to the field. WebKit refuses this in an iframe of another origin until the
   * visitor has used the iframe. The focus then stays pending until the first key (WG-251).
   */
  const move = (): void => {
    getRenderer()?.focus();
    isPending = document.activeElement === document.body;
  };
  /**
   * Applies a pending focus, but does not move a focus that the visitor has set inside the chat
   * window. During a key press, the field also receives the text of the key.
   */
  const movePending = (): void => {
    if (isPending && document.activeElement === document.body) move();
  };
  const apply = (): void => {
    if (getRenderer() !== null && document.hasFocus()) requestAnimationFrame(movePending);
  };
  window.addEventListener("focus", apply);
  window.addEventListener("keydown", movePending, true);
  return {
    request() {
      isPending = true;
      // The page shows the iframe in the same turn of the event loop, and a hidden iframe cannot
      // take the focus. So wait for the next frame.
      if (getRenderer() !== null) requestAnimationFrame(move);
    },
    cancel() {
      isPending = false;
    },
    apply,
  };
}
