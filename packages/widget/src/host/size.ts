import type { Callbacks } from "./callbacks.ts";

/** Reports the position and size of the visible part when they change (WG-020 onResizeCallback). */
export interface Size {
  /** Records the size before the first change. */
  begin(): void;
  /** Calls the page's callback later if the size differs then from the last reported one. */
  readonly changed: () => void;
  /** The browser observed a change. The first observation only records the size. */
  readonly observed: () => void;
}
export interface SizeDeps {
  readonly box: () => DOMRect;
  readonly tell: Callbacks["tell"];
  readonly signal: AbortSignal;
}

export function sizeSeen({ box, tell, signal }: SizeDeps): Size {
  let last = "";
  const begin = (): void => {
    if (last === "") last = measure(box());
  };
  const changed = (): void =>
    tell("resize", () => {
      const { width, height } = box();
      const measured = measure(box());
      if (signal.aborted || measured === last) return null;
      last = measured;
      return { width: Math.round(width), height: Math.round(height) };
    });
  return { begin, changed, observed: () => (last === "" ? begin() : changed()) };
}

function measure({ left, top, width, height }: DOMRect): string {
  return [left, top, width, height].map(Math.round).join();
}
