import { ApiError, mergeChats, type Api, type Snapshot, type Timers } from "@parlour/client";
import type { LiveStore } from "./store.ts";

export interface CloseDeps {
  api: Api;
  store: LiveStore;
  timers: Timers;
  isLive: () => boolean;
}
export type Closes = ReturnType<typeof createCloses>;
/**
 * Why a chat stays open: the server refused the close, or the visitor wrote while the close waited
 * for the connection.
 */
export type KeptOpen = { readonly kind: "refused"; readonly error: unknown } | { readonly kind: "wrote" };

interface HeldClose {
  timer: unknown;
  readonly reason: string | undefined;
  readonly onKept: (why: KeptOpen) => void;
  /** Number of the chat's last message and count of unread messages at the time of the request. */
  readonly seq: number;
  readonly unread: number;
  /**
   * Time when the timer is due. `hasSlept`: the timer ran so late that the device must have slept.
   */
  dueAt: number;
  hasSlept: boolean;
  /**
   * Whether the close waits for the connection ("offline"), or for missed events after a reconnect
   * ("back").
   */
  late: "no" | "offline" | "back";
}

/** Time in which a close can be undone (CORE-038). */
export const closeHoldMs = 5000;
const lookAgainMs = 1000;
/** If a timer runs later than this, the device has slept. */
const sleptMs = 5000;

/** Delays closes for Undo (CORE-038). Without a connection they wait for it, like replies. */
export function createCloses({ api, store, timers, isLive }: CloseDeps) {
  const held = createHeld(store, timers);

  const send = async (chatId: number, one: HeldClose, keepalive: boolean) => {
    const since = store.get().snapshot.position;
    try {
      const chat = await api.close(chatId, one.reason, keepalive);
      store.setSnapshot(mergeChats(store.get().snapshot, [chat], since));
      held.end(chatId, one);
    } catch (error) {
      if (isUnanswered(error) && held.is(chatId, one)) {
        one.late = "offline";
        later(chatId, one, lookAgainMs);
      } else if (error instanceof ApiError && error.code === "chat_closed") held.end(chatId, one);
      else held.end(chatId, one, { kind: "refused", error });
    }
  };
  const due = (chatId: number, one: HeldClose) => {
    one.hasSlept ||= timers.now() > one.dueAt + sleptMs;
    // After sleep the connection may only appear to be live, and missed events have not arrived
    // yet.
    if (one.hasSlept) return void lookFirst(chatId, one);
    const { snapshot, outbox } = store.get();
    const isReplying = outbox.some((item) => item.chatId === chatId && item.state === "queued");
    const next = dueNow(one, { chatId, snapshot, isLive: isLive(), isReplying });
    if (next === "send") void send(chatId, one, false);
    else if (next === "wait") later(chatId, one, lookAgainMs);
    else held.end(chatId, one, next === "wrote" ? { kind: "wrote" } : undefined);
  };
  const lookFirst = async (chatId: number, one: HeldClose) => {
    const since = store.get().snapshot.position;
    try {
      store.setSnapshot(mergeChats(store.get().snapshot, [await api.chat(chatId)], since));
      one.hasSlept = false;
    } catch (error) {
      // If the server refuses the chat, it will refuse the close too.
      one.hasSlept = isUnanswered(error);
    }
    one.late = "back";
    if (held.is(chatId, one)) later(chatId, one, lookAgainMs);
  };
  const later = (chatId: number, one: HeldClose, afterMs: number) => {
    one.dueAt = timers.now() + afterMs;
    one.timer = timers.set(() => due(chatId, one), afterMs);
  };

  return {
    /**
     * Closes a chat after `undoCloseMs`. `onFailed` is called if the chat stays open after all.
     * `reason` is the operator's text, stored with the chat.
     */
    close(chatId: number, onKept: (why: KeptOpen) => void, reason?: string) {
      const { closing } = store.get();
      if (closing.has(chatId)) return;
      store.set({ closing: new Map(closing).set(chatId, timers.now() + closeHoldMs) });
      const { seq = 0, unread = 0 } = store.get().snapshot.chats.get(chatId)?.chat ?? {};
      const one: HeldClose = { timer: null, reason, onKept, seq, unread, dueAt: 0, hasSlept: false, late: "no" };
      held.add(chatId, one);
      later(chatId, one, closeHoldMs);
    },
    undoClose: held.undo,
    /** Sends pending closes at once, because the page closes. */
    sendHeldCloses() {
      for (const [chatId, one] of held.takeAll()) void send(chatId, one, true).finally(() => held.undo(chatId));
    },
  };
}

/** Stores the pending closes, and shows them as closed on screen. */
function createHeld(store: LiveStore, timers: Timers) {
  const held = new Map<number, HeldClose>();
  const letGo = (chatId: number) => {
    timers.clear(held.get(chatId)?.timer);
    held.delete(chatId);
  };
  /** Removes a pending close and shows the chat as open. */
  const undo = (chatId: number) => {
    letGo(chatId);
    const closing = new Map(store.get().closing);
    closing.delete(chatId);
    store.set({ closing });
  };
  return {
    add: (chatId: number, one: HeldClose) => held.set(chatId, one),
    /** Returns false if the close was undone or requested again. */
    is: (chatId: number, one: HeldClose) => held.get(chatId) === one,
    undo,
    /** Ends a pending close. With `failure` the chat stays open. */
    end(chatId: number, one: HeldClose, why?: KeptOpen) {
      if (held.get(chatId) !== one) return;
      undo(chatId);
      if (why) one.onKept(why);
    },
    takeAll() {
      const all = [...held];
      for (const [chatId] of all) letGo(chatId);
      return all;
    },
  };
}

interface Moment {
  readonly chatId: number;
  readonly snapshot: Snapshot;
  readonly isLive: boolean;
  /** Replies to the chat are still being sent. */
  readonly isReplying: boolean;
}

/**
 * Decides about a close whose time has come. `over`: the chat is closed already. `wrote`: the
 * visitor wrote while the close was pending.
 */
function dueNow(one: HeldClose, { chatId, snapshot, isLive, isReplying }: Moment): "send" | "wait" | "over" | "wrote" {
  if (!isLive || one.late === "offline") {
    // Missed events arrive after the connection, so check once more.
    one.late = isLive ? "back" : "offline";
    return "wait";
  }
  if (one.late === "back" && snapshot.chats.get(chatId)?.chat.state === "closed") return "over";
  if (one.late === "back" && visitorWrote(snapshot, chatId, one)) return "wrote";
  // Replies written before the close are sent first. The chat then closes a moment later.
  return isReplying ? "wait" : "send";
}

/**
 * Returns whether the visitor wrote after the close was requested, even if other messages followed.
 */
function visitorWrote({ chats, logs }: Snapshot, chatId: number, { seq, unread }: HeldClose): boolean {
  const chat = chats.get(chatId)?.chat;
  if (chat === undefined) return false;
  const said = [...(logs.get(chatId)?.messages ?? []), ...(chat.last_message ? [chat.last_message] : [])];
  return chat.unread > unread || said.some((message) => message.author.kind === "visitor" && message.seq > seq);
}

/**
 * Returns whether the server gave no answer (network error, or 502 to 504 from a proxy). The
 * request can be repeated.
 */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}
