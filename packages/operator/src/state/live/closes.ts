import { ApiError, mergeChats, type Api, type Timers } from "@parlour/client";
import type { LiveStore } from "./store.ts";

export interface CloseDeps {
  api: Api;
  store: LiveStore;
  timers: Timers;
  isLive: () => boolean;
}
export type Closes = ReturnType<typeof createCloses>;
/** Why a chat stays open: the server refused, or its visitor wrote while the close waited for the connection. */
export type KeptOpen = { readonly kind: "refused"; readonly error: unknown } | { readonly kind: "wrote" };

interface HeldClose {
  timer: unknown;
  readonly reason: string | undefined;
  readonly onKept: (why: KeptOpen) => void;
  /** Number of the chat's last message when it was wished. */
  readonly seq: number;
  /** It waits for the connection, or for what was missed to be here. */
  late: "no" | "offline" | "back";
}

const closeHoldMs = 5000;
const lookAgainMs = 1000;

/** Closes held for Undo (CORE-038); without a connection they wait for it, as replies do. */
export function createCloses({ api, store, timers, isLive }: CloseDeps) {
  const held = new Map<number, HeldClose>();

  const letGo = (chatId: number) => {
    timers.clear(held.get(chatId)?.timer);
    held.delete(chatId);
  };
  const shownOpen = (chatId: number) => {
    const closing = new Map(store.get().closing);
    closing.delete(chatId);
    store.set({ closing });
  };
  const chatOf = (chatId: number) => store.get().snapshot.chats.get(chatId)?.chat;

  const end = (chatId: number, one: HeldClose, why?: KeptOpen) => {
    // Undone, or wished again since.
    if (held.get(chatId) !== one) return;
    letGo(chatId);
    shownOpen(chatId);
    if (why) one.onKept(why);
  };
  const send = async (chatId: number, one: HeldClose, keepalive: boolean) => {
    const since = store.get().snapshot.position;
    try {
      const chat = await api.close(chatId, one.reason, keepalive);
      store.setSnapshot(mergeChats(store.get().snapshot, [chat], since));
      end(chatId, one);
    } catch (error) {
      if (isUnanswered(error) && held.get(chatId) === one) {
        one.late = "offline";
        later(chatId, one, lookAgainMs);
      } else if (error instanceof ApiError && error.code === "chat_closed") end(chatId, one);
      else end(chatId, one, { kind: "refused", error });
    }
  };
  const due = (chatId: number, one: HeldClose) => {
    const chat = chatOf(chatId);
    if (!isLive()) one.late = "offline";
    // What was missed comes behind the connection.
    else if (one.late === "offline") one.late = "back";
    else if (one.late === "back" && chat?.state === "closed") return end(chatId, one);
    else if (one.late === "back" && chat?.last_message?.author.kind === "visitor" && chat.last_message.seq > one.seq)
      return end(chatId, one, { kind: "wrote" });
    // Replies written before the close go out before it; the chat then closes a moment later.
    else if (!store.get().outbox.some((item) => item.chatId === chatId && item.state === "queued")) return void send(chatId, one, false);
    later(chatId, one, lookAgainMs);
  };
  const later = (chatId: number, one: HeldClose, afterMs: number) => {
    one.timer = timers.set(() => due(chatId, one), afterMs);
  };

  return {
    /** Holds the close for 5 s. `onKept` tells when the chat stays open after all. `reason`: the operator's words, kept with the chat. */
    close(chatId: number, onKept: (why: KeptOpen) => void, reason?: string) {
      const { closing } = store.get();
      if (closing.has(chatId)) return;
      store.set({ closing: new Map(closing).set(chatId, timers.now() + closeHoldMs) });
      const one: HeldClose = { timer: null, reason, onKept, seq: chatOf(chatId)?.last_message?.seq ?? 0, late: "no" };
      held.set(chatId, one);
      later(chatId, one, closeHoldMs);
    },
    undoClose(chatId: number) {
      letGo(chatId);
      shownOpen(chatId);
    },
    /** The page goes away: held closes are sent at once. */
    sendHeldCloses() {
      for (const [chatId, one] of held) {
        letGo(chatId);
        void send(chatId, one, true).finally(() => shownOpen(chatId));
      }
    },
  };
}

/** Nobody answered, or who stands before the server: it may be said again. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}
