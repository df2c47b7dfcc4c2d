import type { Snapshot } from "@parlour/client";
import { firstLive, type LiveState, type LogState } from "../live-state.ts";
import { createListeners } from "../listeners.ts";

/** Holds the live state. All services change it here, so each change notifies subscribers once. */
export interface LiveStore {
  readonly get: () => LiveState;
  readonly set: (change: Partial<LiveState>) => void;
  /** Does nothing if the snapshot is unchanged. */
  readonly setSnapshot: (snapshot: Snapshot) => void;
  /** With a snapshot, both change at once. */
  readonly setLog: (chatId: number, change: Partial<LogState>, snapshot?: Snapshot) => void;
  /** Returns `unsubscribe`. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createLiveStore(): LiveStore {
  let state: LiveState = firstLive;
  const listeners = createListeners();
  const set = (change: Partial<LiveState>) => {
    state = { ...state, ...change };
    listeners.tell();
  };
  return {
    get: () => state,
    set,
    setSnapshot(snapshot) {
      if (snapshot !== state.snapshot) set({ snapshot });
    },
    setLog(chatId, change, snapshot = state.snapshot) {
      const before = state.logs.get(chatId) ?? { state: "idle", older: "idle" };
      set({ snapshot, logs: new Map(state.logs).set(chatId, { ...before, ...change }) });
    },
    subscribe: listeners.add,
  };
}
