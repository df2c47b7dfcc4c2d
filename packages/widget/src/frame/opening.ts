import type { WidgetModelFrame } from "@parlour/protocol/widget";
import type { Store } from "./store.ts";

export interface OpeningDeps {
  readonly store: Store;
  /** The stored state is available. */
  readonly opened: () => void;
  readonly carryOut: (frame: WidgetModelFrame) => void;
}
export interface Opening {
  readonly onFrame: (frame: WidgetModelFrame) => void;
  /** The connection is lost. The next welcome repeats its frames. */
  readonly lost: () => void;
}

/**
 * Delays frames from a welcome on until the storage is decrypted with its key. Messages written
 * before a reload are so sent before new ones.
 */
export function openingOf({ store, opened, carryOut }: OpeningDeps): Opening {
  let waiting: WidgetModelFrame[] | null = null;
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
