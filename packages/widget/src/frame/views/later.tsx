import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

export type LaterPart<P extends object> = FunctionComponent<P> & { readonly load: () => Promise<void> };

/** A part that not every visitor sees: its file comes when it is first drawn, or `load` is called before (WG-002). */
export function later<P extends object>(fetch: () => Promise<FunctionComponent<P>>): LaterPart<P> {
  let Part: FunctionComponent<P> | null = null;
  const load = async (): Promise<void> => {
    Part ??= await fetch();
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
