import type { Snapshot } from "@parlour/client";
import { initialLiveState, type LiveState, type MessageListState } from "../live-state.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/** Holds the live state. All services change it here, so each change notifies subscribers once. */
export interface LiveStore {
  readonly get: () => LiveState;
  readonly set: (change: Partial<LiveState>) => void;
  /** Does nothing if the snapshot is unchanged. */
  readonly setSnapshot: (snapshot: Snapshot) => void;
  /** With a snapshot, both change at once. */
  readonly setLog: (chatId: number, change: Partial<MessageListState>, snapshot?: Snapshot) => void;
  /** Returns `unsubscribe`. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createLiveStore(): LiveStore {
  let state: LiveState = initialLiveState;
  const listeners = createEventEmitter();
  const set = (change: Partial<LiveState>) => {
    state = { ...state, ...change };
    listeners.emit();
  };
  return {
    get: () => state,
    set,
    setSnapshot(snapshot) {
      if (snapshot !== state.snapshot) set({ snapshot });
    },
    setLog(chatId, change, snapshot = state.snapshot) {
      const previous = state.logs.get(chatId) ?? { state: "idle", older: "idle" };
      set({ snapshot, logs: new Map(state.logs).set(chatId, { ...previous, ...change }) });
    },
    subscribe: listeners.subscribe,
  };
}
