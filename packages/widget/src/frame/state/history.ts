import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { StateStore } from "./store.ts";

export interface HistoryLoaderDeps extends Pick<StateStore, "model"> {
  readonly createRef: () => string;
  readonly send: (frame: WidgetClientFrame) => boolean;
}
/** Loads earlier messages, one request at a time. */
export interface HistoryLoader {
  load(): void;
  /** Cancels the pending request. */
  cancel(): void;
  /**
   * Accepts the response with this `ref`. Returns false if no such request is pending. The caller
   * must then ignore the response.
   */
  takeResponse(ref: string): boolean;
}

export function createHistoryLoader({ model, createRef, send }: HistoryLoaderDeps): HistoryLoader {
  let pendingRef: string | null = null;
  return {
    load() {
      const first = model().messages[0];
      if (pendingRef !== null || first === undefined || !model().more) return;
      const newRef = createRef();
      if (send({ type: "older", ref: newRef, chat_id: first.chat_id, before: first.seq }))
        pendingRef = newRef;
    },
    cancel() {
      pendingRef = null;
    },
    takeResponse(responseRef) {
      if (responseRef !== pendingRef) return false;
      pendingRef = null;
      return true;
    },
  };
}
