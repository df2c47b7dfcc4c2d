import type { Snapshot } from "@parlour/client";
import { initialLiveState, type LiveState, type MessageListState } from "../live-state.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/** Holds the live state. Each change of it notifies the subscribers once. */
export interface LiveStore {
  readonly get: () => LiveState;
  readonly set: (change: Partial<LiveState>) => void;
  /** Sets the snapshot. Does nothing if the snapshot is unchanged. */
  readonly setSnapshot: (snapshot: Snapshot) => void;
  /** Changes the message list of a chat. If a snapshot is given, both change in one step. */
  readonly setLog: (chatId: number, change: Partial<MessageListState>, snapshot?: Snapshot) => void;
  /** Subscribes to changes of the state. Returns the function that unsubscribes. */
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
