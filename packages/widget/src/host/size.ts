import type { Callbacks } from "./callbacks.ts";

/** Size and place of what is seen, told when they changed (WG-020 onResizeCallback). */
export interface Size {
  /** Before the first change, so that there is something to differ from. */
  begin(): void;
  /** Tells the page in its turn, when what is seen then differs from what was told. */
  readonly changed: () => void;
  /** The browser saw a change: the first one is only the beginning. */
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
