import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadMoreTexts, type LateTextFile } from "../../texts/index.ts";

export type LazyView<P extends object> = FunctionComponent<P> & {
  readonly load: () => Promise<void>;
};

/** All loads that were started and are not finished. */
let pendingLoads: Promise<unknown> = Promise.resolve();
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * A view that not every visitor sees. Its script and texts load on first rendering, or earlier with
 * `load` (WG-002). `words`: text files besides the first one; all if absent. `isLast`: loads only
 * after all other views, so that it delays nothing the visitor types in.
 */
export function lazyView<P extends object>(
  fetch: () => Promise<FunctionComponent<P>>,
  words?: readonly LateTextFile[],
  isLast = false,
): LazyView<P> {
  let Part: FunctionComponent<P> | null = null;
  const load = async (): Promise<void> => {
    if (isLast) {
      // Waits for the effects of this rendering, then for the loads they started, then for their
      // rendering.
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
      // Also if another load has ended since this rendering, which showed nothing.
      if (!isMissing) return;
      load()
        .then(() => redraw(true))
        // Loaded again on the next rendering. A browser may cache the failure (docs/open.md).
        .catch((error: unknown) => console.error(error));
    }, [isMissing]);
    return Part === null ? null : <Part {...props} />;
  }
  return Object.assign(Lazy, { load });
}
