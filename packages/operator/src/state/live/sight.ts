import type { Api, Timers } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import { countsOf } from "../counts.ts";
import type { Lists } from "./lists.ts";
import type { LiveStore } from "./store.ts";

export interface SightDeps {
  readonly api: Pick<Api, "counters">;
  readonly store: LiveStore;
  readonly me: Pick<Operator, "id" | "role">;
  readonly lists: Pick<Lists, "askAnew" | "loadRunning">;
  readonly timers: Timers;
}

/** Applying a file changes many channels at once. */
const restMs = 500;
const noCloses: ReadonlyMap<number, number> = new Map();

/** Reads the running chats again where the events of the journal do not tell what has become of them. */
export function createSight({ api, store, me, lists, timers }: SightDeps) {
  let isDue = false;
  let wasLive = false;
  const readAgain = () => {
    lists.askAnew();
    // What goes wrong stands in the state.
    void lists.loadRunning().catch(() => undefined);
  };
  return {
    /**
     * Settings of this kind changed. Which chats are in sight hangs, for the role operator alone, on who is chosen for a channel (CORE-001): those
     * that ran before are read, those out of sight go.
     */
    changed(kind: string) {
      if (me.role !== "operator" || kind !== "channel" || isDue) return;
      isDue = true;
      timers.set(() => {
        isDue = false;
        readAgain();
      }, restMs);
    },
    /** The connection is back. What was read on another device meanwhile (API-029), and a chat that went out of sight, show in the numbers alone. */
    async back(): Promise<void> {
      if (!wasLive) {
        wasLive = true;
        return;
      }
      const { views, unread } = await api.counters();
      const here = countsOf({ snapshot: store.get().snapshot, closing: noCloses }, me.id);
      // More of it there: marks of this page are still on their way.
      const isSame = (["mine", "waiting", "bot", "all"] as const).every((view) => views[view] === here[view]) && unread >= here.unread;
      if (!isSame) readAgain();
    },
  };
}
