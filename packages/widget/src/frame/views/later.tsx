import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A part that most visitors never see: its file comes when it is first drawn (WG-002). */
export function later<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let Part: FunctionComponent<P> | null = null;
  return function Later(props: P) {
    const [, redraw] = useState(false);
    useEffect(() => {
      if (Part !== null) return;
      load()
        .then((loaded) => {
          Part = loaded;
          redraw(true);
        })
        // Asked for again when it is drawn the next time.
        .catch((error: unknown) => console.error(error));
    }, []);
    return Part === null ? null : <Part {...props} />;
  };
}
