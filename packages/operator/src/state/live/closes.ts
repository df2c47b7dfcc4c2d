import { ApiError, mergeChats, type Api, type Snapshot, type Timers } from "@parlour/client";
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
  /** Number of the chat's last message when it was wished, and how many were unread. */
  readonly seq: number;
  readonly unread: number;
  /** When its timer is due, and whether that came so late that the page must have slept. */
  dueAt: number;
  hasSlept: boolean;
  /** It waits for the connection, or for what was missed to be here. */
  late: "no" | "offline" | "back";
}

/** How long a close can be taken back (CORE-038). */
export const closeHoldMs = 5000;
const lookAgainMs = 1000;
/** A timer that comes later than that: the page slept. */
const sleptMs = 5000;

/** Closes held for Undo (CORE-038); without a connection they wait for it, as replies do. */
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
    // The connection may only seem to live, and nothing that came meanwhile is here.
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
      // Refused: so the close will be.
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
    /** Holds the close for `closeHoldMs`. `onKept` tells when the chat stays open after all. `reason`: the operator's words, kept with the chat. */
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
    /** The page goes away: held closes are sent at once. */
    sendHeldCloses() {
      for (const [chatId, one] of held.takeAll()) void send(chatId, one, true).finally(() => held.undo(chatId));
    },
  };
}

/** The closes that are held, and what the screen shows of them. */
function createHeld(store: LiveStore, timers: Timers) {
  const held = new Map<number, HeldClose>();
  const letGo = (chatId: number) => {
    timers.clear(held.get(chatId)?.timer);
    held.delete(chatId);
  };
  /** Held no more, shown as open. */
  const undo = (chatId: number) => {
    letGo(chatId);
    const closing = new Map(store.get().closing);
    closing.delete(chatId);
    store.set({ closing });
  };
  return {
    add: (chatId: number, one: HeldClose) => held.set(chatId, one),
    /** False: undone, or wished again since. */
    is: (chatId: number, one: HeldClose) => held.get(chatId) === one,
    undo,
    /** `why`: it stays open after all. */
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
  /** Replies to the chat are on their way. */
  readonly isReplying: boolean;
}

/** What becomes of a held close whose time has come. `over`: it is closed already; `wrote`: its visitor wrote meanwhile. */
function dueNow(one: HeldClose, { chatId, snapshot, isLive, isReplying }: Moment): "send" | "wait" | "over" | "wrote" {
  if (!isLive || one.late === "offline") {
    // What was missed comes behind the connection.
    one.late = isLive ? "back" : "offline";
    return "wait";
  }
  if (one.late === "back" && snapshot.chats.get(chatId)?.chat.state === "closed") return "over";
  if (one.late === "back" && visitorWrote(snapshot, chatId, one)) return "wrote";
  // Replies written before the close go out before it; the chat then closes a moment later.
  return isReplying ? "wait" : "send";
}

/** Whether the visitor wrote since, whatever stands behind that by now. */
function visitorWrote({ chats, logs }: Snapshot, chatId: number, { seq, unread }: HeldClose): boolean {
  const chat = chats.get(chatId)?.chat;
  if (chat === undefined) return false;
  const said = [...(logs.get(chatId)?.messages ?? []), ...(chat.last_message ? [chat.last_message] : [])];
  return chat.unread > unread || said.some((message) => message.author.kind === "visitor" && message.seq > seq);
}

/** Nobody answered, or who stands before the server: it may be said again. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}
