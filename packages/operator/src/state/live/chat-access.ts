import type { Api, Timers } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import { computeCounts } from "../inbox/counts.ts";
import type { Lists } from "./lists.ts";
import type { LiveStore } from "./store.ts";

export interface ChatAccessDeps {
  readonly api: Pick<Api, "counters">;
  readonly store: LiveStore;
  readonly me: Pick<Operator, "id" | "role">;
  readonly lists: Pick<Lists, "invalidateRequests" | "loadRunning">;
  readonly timers: Timers;
}

/** Debounce delay, because applying a provisioning file changes many channels at once. */
const debounceMs = 500;
const noPendingCloses: ReadonlyMap<number, number> = new Map();

/** Reloads the running chats when journal events do not report changes in visibility. */
export function createChatAccess({ api, store, me, lists, timers }: ChatAccessDeps) {
  let isDue = false;
  let wasLive = false;
  const reloadRunning = () => {
    lists.invalidateRequests();
    // Errors are stored in the state.
    void lists.loadRunning().catch(() => undefined);
  };
  return {
    /**
     * Handles changed settings. For the role operator, visible chats depend on the operators of a
     * channel (CORE-001). Reloads newly visible chats and removes the others.
     */
    handleSettingsChange(kind: string) {
      if (me.role !== "operator" || kind !== "channel" || isDue) return;
      isDue = true;
      timers.set(() => {
        isDue = false;
        reloadRunning();
      }, debounceMs);
    },
    /**
     * Handles a reconnect. Chats read on another device (API-029) or no longer visible show only in
     * the counters. Reloads if those differ.
     */
    async handleReconnect(): Promise<void> {
      if (!wasLive) {
        wasLive = true;
        return;
      }
      const { views, unread } = await api.counters();
      const localCounts = computeCounts(
        { snapshot: store.get().snapshot, closing: noPendingCloses },
        me.id,
      );
      // If the server counts more unread messages, marks of this page are still being sent.
      const isSame =
        (["mine", "waiting", "bot", "all"] as const).every(
          (view) => views[view] === localCounts[view],
        ) && unread >= localCounts.unread;
      if (!isSame) reloadRunning();
    },
  };
}
