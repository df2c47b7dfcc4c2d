import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { browserClock } from "../../clock.ts";
import { loadMoreTexts, type LateTextFile } from "../../texts/index.ts";

export type LazyView<P extends object> = FunctionComponent<P> & {
  readonly load: () => Promise<void>;
};

/** Settles when all loads that were started so far have finished. */
let pendingLoads: Promise<unknown> = Promise.resolve();
const pause = (): Promise<void> => new Promise((resolve) => void browserClock.after(0, resolve));

/**
 * Creates a view that not every visitor sees. Its script and texts load on the first rendering, or
 * earlier with `load` (WG-002). `words` are the text files that the view needs besides the first
 * one, by default all. With `isLast`, the view loads after all other views, so that it does not
 * delay a field in which the visitor types. `fallback` is shown until the view is loaded.
 */
export function lazyView<P extends object>(
  fetch: () => Promise<FunctionComponent<P>>,
  words?: readonly LateTextFile[],
  isLast = false,
  fallback?: (props: P) => ComponentChildren,
): LazyView<P> {
  let Part: FunctionComponent<P> | null = null;
  const load = async (): Promise<void> => {
    if (isLast) {
      // Wait for the effects of this rendering, then for the loads that the effects started, then
      // for the rendering of the loaded views.
      await pause();
      await pendingLoads;
      await pause();
    }
    const loading = Promise.all([fetch(), loadMoreTexts(words)]);
    if (!isLast) pendingLoads = Promise.allSettled([pendingLoads, loading]);
    [Part] = await loading;
  };
  function Lazy(props: P) {
    const [, redraw] = useState(false);
    const isMissing = Part === null;
    useEffect(() => {
      // Render again even if another load has finished since this rendering, because this rendering
      // showed nothing.
      if (!isMissing) return;
      load()
        .then(() => redraw(true))
        // The next rendering loads the view again. A browser may cache the failure (docs/open.md).
        .catch(console.error);
    }, [isMissing]);
    return Part === null ? fallback?.(props) : <Part {...props} />;
  }
  return Object.assign(Lazy, { load });
}
