import type { Timers } from "@parlour/client";
import type { ClientFrame, Message, ServerFrame } from "@parlour/protocol";
import {
  signalTtlMs,
  removeExpiredSignals,
  removeTypingSignal,
  addSignal,
} from "./chats/signals.ts";
import type { LiveStore } from "./store.ts";

export interface SignalDeps {
  store: LiveStore;
  me: number;
  timers: Timers;
  /** Sends a frame. Returns false when not connected: the frame is lost, as signals may be. */
  send: (frame: ClientFrame) => boolean;
}
export type Signals = ReturnType<typeof createSignals>;

/** Sends and receives typing and viewing signals. Received ones expire after 15 s (CORE-047). */
export function createSignals({ store, me, timers, send }: SignalDeps) {
  return {
    receive(frame: Extract<ServerFrame, { type: "typing" | "viewing" }>) {
      const change = addSignal(store.get(), frame, me, timers.now());
      if (!change) return;
      store.set(change);
      timers.set(
        () => store.set(removeExpiredSignals(store.get(), timers.now())),
        signalTtlMs + 50,
      );
    },
    /** Ends the typing signal of the author of a new message. */
    endTyping(message: Message) {
      const change = removeTypingSignal(store.get(), message);
      if (change) store.set(change);
    },
    /** `paused`: the text stays, so the chat stays reserved (API-524). */
    sendTyping(chatId: number, typing: boolean, paused = false) {
      send({ type: "typing", chat_id: chatId, typing, paused });
    },
    sendViewing(chatId: number, viewing: boolean) {
      send({ type: "viewing", chat_id: chatId, viewing });
    },
  };
}
