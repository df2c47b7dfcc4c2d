import type { Timers } from "@parlour/client";
import { findFirstRingingChat, findTakingOperator } from "../../inbox/offers.ts";
import type { LiveStore } from "../store.ts";

/** Time that the notice stays in the state, in milliseconds. */
const noticeMs = 4000;

/**
 * Stores a notice when another operator takes the chat that rings first (CORE-034). Compares states
 * instead of reading events, because an HTTP response may show the change before its event arrives.
 */
export function watchTakenChat({
  store,
  timers,
  me,
}: {
  readonly store: LiveStore;
  readonly timers: Timers;
  /** Id of this operator. */
  readonly me: number;
}): void {
  let ringing = findFirstRingingChat(store.get(), me);
  store.subscribe(() => {
    const previous = ringing;
    ringing = findFirstRingingChat(store.get(), me);
    if (previous === null || ringing?.id === previous.id) return;
    const taken = findTakingOperator(previous, store.get().snapshot, me);
    if (taken === null) return;
    store.set({ taken });
    timers.set(() => {
      if (store.get().taken === taken) store.set({ taken: null });
    }, noticeMs);
  });
}
