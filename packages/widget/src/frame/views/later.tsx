import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadMoreWords, type LateWords } from "../../texts/index.ts";

export type LaterPart<P extends object> = FunctionComponent<P> & { readonly load: () => Promise<void> };

/** Parts that were asked for and are not there yet. */
let others: Promise<unknown> = Promise.resolve();
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * A part that not every visitor sees: its file and its words are loaded when it is first drawn, or `load` is called before (WG-002). `words`: the files that it
 * uses beside the first one; all of them if absent. `isLast`: it is asked for when no other part is under way, so that it delays nothing a visitor types in.
 */
export function later<P extends object>(
  fetch: () => Promise<FunctionComponent<P>>,
  words?: readonly LateWords[],
  isLast = false,
): LaterPart<P> {
  let Part: FunctionComponent<P> | null = null;
  const load = async (): Promise<void> => {
    if (isLast) {
      // First all effects of this drawing, then what they asked for, then its drawing.
      await pause();
      await others;
      await pause();
    }
    const loading = Promise.all([fetch(), loadMoreWords(words)]);
    if (!isLast) others = Promise.allSettled([others, loading]);
    [Part] = await loading;
  };
  function Later(props: P) {
    const [, redraw] = useState(false);
    useEffect(() => {
      if (Part !== null) return;
      load()
        .then(() => redraw(true))
        // Asked for again where it is drawn anew; a browser may keep to the failure (docs/open.md).
        .catch((error: unknown) => console.error(error));
    }, []);
    return Part === null ? null : <Part {...props} />;
  }
  return Object.assign(Later, { load });
}
