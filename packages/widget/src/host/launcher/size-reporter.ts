import type { Callbacks } from "../page-api/callbacks.ts";

/** Reports the position and size of the visible part when they change (WG-020 onResizeCallback). */
export interface SizeReporter {
  /** Records the size before the first change. */
  begin(): void;
  /** Calls the page's callback later if the size differs then from the last reported one. */
  readonly report: () => void;
  /** Handles a change that the browser observed. The first call only records the size. */
  readonly onObserved: () => void;
}
export interface SizeReporterDeps {
  readonly getBounds: () => DOMRect;
  readonly emit: Callbacks["emit"];
  readonly signal: AbortSignal;
}

export function createSizeReporter({ getBounds, emit, signal }: SizeReporterDeps): SizeReporter {
  let last = "";
  const begin = (): void => {
    if (last === "") last = measure(getBounds());
  };
  const report = (): void =>
    emit("resize", () => {
      const { width, height } = getBounds();
      const measured = measure(getBounds());
      if (signal.aborted || measured === last) return null;
      last = measured;
      return { width: Math.round(width), height: Math.round(height) };
    });
  return { begin, report, onObserved: () => (last === "" ? begin() : report()) };
}

function measure({ left, top, width, height }: DOMRect): string {
  return [left, top, width, height].map(Math.round).join();
}
