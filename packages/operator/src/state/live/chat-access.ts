import type { Api, Timers } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import { computeInboxCounts } from "../inbox/counts.ts";
import type { LiveStore } from "./store.ts";

/** The operator who is signed in on this page. */
export interface CurrentOperator {
  readonly id: number;
  readonly role: Operator["role"];
}

/** Loads the open chats. */
interface OpenChatLoader {
  /** Discards a pending load, because its response may contain an older state. */
  readonly invalidateRequests: () => void;
  readonly loadRunning: () => Promise<void>;
}

export interface ChatAccessDeps {
  readonly loadCounters: Api["counters"];
  readonly store: LiveStore;
  readonly me: CurrentOperator;
  readonly lists: OpenChatLoader;
  readonly timers: Timers;
}

/**
 * Debounce delay in milliseconds. It is needed because applying a provisioning file changes many
 * channels within a short time.
 */
const debounceMs = 500;
const noPendingCloses: ReadonlyMap<number, number> = new Map();

/**
 * Creates the watcher that reloads the open chats when their visibility may have changed. Journal
 * events do not report such changes.
 */
export function createChatAccess({ loadCounters, store, me, lists, timers }: ChatAccessDeps) {
  let isDue = false;
  let wasLive = false;
  const reloadRunning = () => {
    lists.invalidateRequests();
    // Loading errors are stored in the state.
    void lists.loadRunning().catch(() => undefined);
  };
  return {
    /**
     * Handles changed settings. For the role operator, the visible chats depend on the operators of
     * a channel (CORE-001). Loads chats that have become visible, and removes those that no longer
     * are.
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
     * Handles a reconnect. If chats were read on another device (API-029) or are no longer visible,
     * only the counters show it. Reloads the chats if the counters differ.
     */
    async handleReconnect(): Promise<void> {
      if (!wasLive) {
        wasLive = true;
        return;
      }
      const { views, unread } = await loadCounters();
      const localCounts = computeInboxCounts(
        { snapshot: store.get().snapshot, closing: noPendingCloses },
        me.id,
      );
      // If the server counts more unread messages than this page, read marks of this page have not
      // arrived yet.
      const isSame =
        (["mine", "waiting", "snoozed", "bot", "all"] as const).every(
          (view) => views[view] === localCounts[view],
        ) && unread >= localCounts.unread;
      if (!isSame) reloadRunning();
    },
  };
}
