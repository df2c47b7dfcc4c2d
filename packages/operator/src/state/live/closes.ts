import { mergeChats, type Api, type Timers } from "@parlour/client";
import type { LiveStore } from "./store.ts";

export interface CloseDeps {
  api: Api;
  store: LiveStore;
  timers: Timers;
}
export type Closes = ReturnType<typeof createCloses>;

const closeHoldMs = 5000;
const lookAgainMs = 1000;

/** Closes held for Undo (CORE-038). */
export function createCloses({ api, store, timers }: CloseDeps) {
  const held = new Map<number, { timer: unknown; reason: string | undefined }>();

  const letGo = (chatId: number) => {
    timers.clear(held.get(chatId)?.timer);
    held.delete(chatId);
  };
  const shownOpen = (chatId: number) => {
    const closing = new Map(store.get().closing);
    closing.delete(chatId);
    store.set({ closing });
  };

  const send = async (chatId: number, keepalive: boolean) => {
    const reason = held.get(chatId)?.reason;
    letGo(chatId);
    const since = store.get().snapshot.position;
    try {
      const chat = await api.close(chatId, reason, keepalive);
      store.setSnapshot(mergeChats(store.get().snapshot, [chat], since));
    } finally {
      shownOpen(chatId);
    }
  };

  /** Replies written before the close go out before it; the chat then closes a moment later. */
  const closeWhenSent = (chatId: number, reason: string | undefined, afterMs: number, onFailed: (error: unknown) => void) => {
    const due = () => {
      if (store.get().outbox.some((item) => item.chatId === chatId && item.state === "queued"))
        closeWhenSent(chatId, reason, lookAgainMs, onFailed);
      else send(chatId, false).catch(onFailed);
    };
    held.set(chatId, { timer: timers.set(due, afterMs), reason });
  };

  return {
    /** Holds the close for 5 s. `onFailed` tells when the server refused it then. `reason`: the operator's words, kept with the chat. */
    close(chatId: number, onFailed: (error: unknown) => void, reason?: string) {
      const { closing } = store.get();
      if (closing.has(chatId)) return;
      store.set({ closing: new Map(closing).set(chatId, timers.now() + closeHoldMs) });
      closeWhenSent(chatId, reason, closeHoldMs, onFailed);
    },
    undoClose(chatId: number) {
      letGo(chatId);
      shownOpen(chatId);
    },
    /** The page goes away: held closes are sent at once. */
    sendHeldCloses() {
      for (const chatId of held.keys()) void send(chatId, true).catch(() => undefined);
    },
  };
}
