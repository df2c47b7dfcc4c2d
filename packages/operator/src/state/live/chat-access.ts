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

/** Milliseconds, because a provisioning file changes many channels within a short time. */
const debounceMs = 500;
const noPendingCloses: ReadonlyMap<number, number> = new Map();

/**
 * Reloads the open chats when their visibility may have changed, which no journal event reports.
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
     * Loads chats that became visible, and removes others. For the role operator, the operators of
     * a channel decide (CORE-001).
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
     * Reloads the chats if the counters differ: chats were read elsewhere (API-029) or disappeared.
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
      // If the server counts more unread messages, read marks of this page have not arrived yet.
      const isSame =
        (["mine", "waiting", "snoozed", "bot", "all"] as const).every(
          (view) => views[view] === localCounts[view],
        ) && unread >= localCounts.unread;
      if (!isSame) reloadRunning();
    },
  };
}
