import type { WidgetTalkFrame } from "@parlour/protocol/widget";
import type { Store } from "./store.ts";

export interface OpeningDeps {
  readonly store: Store;
  /** What was kept is there. */
  readonly opened: () => void;
  readonly carryOut: (frame: WidgetTalkFrame) => void;
}
export interface Opening {
  readonly onFrame: (frame: WidgetTalkFrame) => void;
  /** The line is gone: what was said over it is said again by the next welcome. */
  readonly lost: () => void;
}

/** From a welcome on, frames wait until the store is open with its key: what was written before a reload goes before what is written now. */
export function openingOf({ store, opened, carryOut }: OpeningDeps): Opening {
  let waiting: WidgetTalkFrame[] | null = null;
  return {
    onFrame(frame) {
      if (waiting !== null) return void waiting.push(frame);
      if (frame.type !== "welcome" || frame.key === undefined || store.unlock === undefined) return carryOut(frame);
      waiting = [frame];
      void store.unlock(frame.key).then(() => {
        const due = waiting ?? [];
        waiting = null;
        opened();
        for (const one of due) carryOut(one);
      });
    },
    lost() {
      if (waiting !== null) waiting = [];
    },
  };
}
