import { ApiError, mergeChats, type Api, type Snapshot, type Timers } from "@parlour/client";
import type { LiveStore } from "../store.ts";

export interface DelayedCloseDeps {
  api: Api;
  store: LiveStore;
  timers: Timers;
  isLive: () => boolean;
}
/** The server refused the close, or the visitor wrote while it waited for the connection. */
export type CloseFailure =
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "wrote" };

interface PendingClose {
  timer: unknown;
  readonly reason: string | undefined;
  readonly onFailed: (why: CloseFailure) => void;
  /** The chat's last `seq` and its unread messages when the close was requested. */
  readonly seq: number;
  readonly unread: number;
  /**
   * When the close will be sent. `hasSlept`: its timer was so late that the device must have slept.
   */
  dueAt: number;
  hasSlept: boolean;
  /** What delays the close: the missing connection, or missed events after it. */
  delay: "no" | "offline" | "back";
}

/** Time during which a close can be undone, milliseconds (CORE-038). */
export const undoCloseMs = 5000;
const recheckDelayMs = 1000;
/** If a timer runs more than this time late, the device has slept. */
const sleepThresholdMs = 5000;

/** Delays closes for Undo (CORE-038). Without a connection they wait for it, as replies do. */
export function createDelayedClose({ api, store, timers, isLive }: DelayedCloseDeps) {
  const pending = createPendingCloses(store, timers);

  const send = async (chatId: number, pendingClose: PendingClose, keepalive: boolean) => {
    const since = store.get().snapshot.position;
    try {
      const chat = await api.close(chatId, pendingClose.reason, keepalive);
      store.setSnapshot(mergeChats(store.get().snapshot, [chat], since));
      pending.end(chatId, pendingClose);
    } catch (error) {
      if (isUnanswered(error) && pending.isCurrent(chatId, pendingClose)) {
        pendingClose.delay = "offline";
        schedule(chatId, pendingClose, recheckDelayMs);
      } else if (error instanceof ApiError && error.code === "chat_closed")
        pending.end(chatId, pendingClose);
      else pending.end(chatId, pendingClose, { kind: "refused", error });
    }
  };
  const handleDue = (chatId: number, pendingClose: PendingClose) => {
    pendingClose.hasSlept ||= timers.now() > pendingClose.dueAt + sleepThresholdMs;
    // After sleep the connection may be dead, and missed events have not arrived yet.
    if (pendingClose.hasSlept) return void reloadChatFirst(chatId, pendingClose);
    const { snapshot, outbox } = store.get();
    const isReplying = outbox.some((item) => item.chatId === chatId && item.state === "queued");
    const decision = decideDueClose(pendingClose, {
      chatId,
      snapshot,
      isLive: isLive(),
      isReplying,
    });
    if (decision === "send") void send(chatId, pendingClose, false);
    else if (decision === "wait") schedule(chatId, pendingClose, recheckDelayMs);
    else pending.end(chatId, pendingClose, decision === "wrote" ? { kind: "wrote" } : undefined);
  };
  const reloadChatFirst = async (chatId: number, pendingClose: PendingClose) => {
    const since = store.get().snapshot.position;
    try {
      store.setSnapshot(mergeChats(store.get().snapshot, [await api.chat(chatId)], since));
      pendingClose.hasSlept = false;
    } catch (error) {
      // If the server refuses to return the chat, it will also refuse the close.
      pendingClose.hasSlept = isUnanswered(error);
    }
    pendingClose.delay = "back";
    if (pending.isCurrent(chatId, pendingClose)) schedule(chatId, pendingClose, recheckDelayMs);
  };
  const schedule = (chatId: number, pendingClose: PendingClose, afterMs: number) => {
    pendingClose.dueAt = timers.now() + afterMs;
    pendingClose.timer = timers.set(() => handleDue(chatId, pendingClose), afterMs);
  };

  return {
    /** Closes a chat after `undoCloseMs`, or calls `onFailed`. `reason` is stored with the chat. */
    close(chatId: number, onFailed: (why: CloseFailure) => void, reason?: string) {
      const { closing } = store.get();
      if (closing.has(chatId)) return;
      store.set({ closing: new Map(closing).set(chatId, timers.now() + undoCloseMs) });
      const chat = store.get().snapshot.chats.get(chatId)?.chat;
      const pendingClose = createPendingClose(chat, onFailed, reason);
      pending.add(chatId, pendingClose);
      schedule(chatId, pendingClose, undoCloseMs);
    },
    undoClose: pending.undo,
    /** Sends pending closes immediately. Called when the page closes. */
    sendPendingCloses() {
      for (const [chatId, pendingClose] of pending.takeAll())
        void send(chatId, pendingClose, true).finally(() => pending.undo(chatId));
    },
  };
}

/** Creates the close of a chat as it is now. It is not scheduled yet. */
function createPendingClose(
  { seq = 0, unread = 0 }: { readonly seq?: number; readonly unread?: number } = {},
  onFailed: (why: CloseFailure) => void,
  reason: string | undefined,
): PendingClose {
  return {
    timer: null,
    reason,
    onFailed,
    seq,
    unread,
    dueAt: 0,
    hasSlept: false,
    delay: "no",
  };
}

/** Creates the store of pending closes. The state shows their chats as closed. */
function createPendingCloses(store: LiveStore, timers: Timers) {
  const pending = new Map<number, PendingClose>();
  const removePending = (chatId: number) => {
    timers.clear(pending.get(chatId)?.timer);
    pending.delete(chatId);
  };
  /** Removes a pending close. The chat is shown as open again. */
  const undo = (chatId: number) => {
    removePending(chatId);
    const closing = new Map(store.get().closing);
    closing.delete(chatId);
    store.set({ closing });
  };
  return {
    add: (chatId: number, pendingClose: PendingClose) => pending.set(chatId, pendingClose),
    /** Returns false if the close was undone or requested again. */
    isCurrent: (chatId: number, pendingClose: PendingClose) => pending.get(chatId) === pendingClose,
    undo,
    /** Ends a pending close. If `failure` is given, the chat stays open. */
    end(chatId: number, pendingClose: PendingClose, failure?: CloseFailure) {
      if (pending.get(chatId) !== pendingClose) return;
      undo(chatId);
      if (failure) pendingClose.onFailed(failure);
    },
    takeAll() {
      const closes = [...pending];
      for (const [chatId] of closes) removePending(chatId);
      return closes;
    },
  };
}

interface CloseContext {
  readonly chatId: number;
  readonly snapshot: Snapshot;
  readonly isLive: boolean;
  /** Whether replies to the chat are still being sent. */
  readonly isReplying: boolean;
}

/**
 * Decides about a due close. `over`: the chat is closed already. `wrote`: the visitor wrote since.
 */
function decideDueClose(
  pendingClose: PendingClose,
  { chatId, snapshot, isLive, isReplying }: CloseContext,
): "send" | "wait" | "over" | "wrote" {
  if (!isLive || pendingClose.delay === "offline") {
    // Missed events arrive after the connection, so check once more.
    pendingClose.delay = isLive ? "back" : "offline";
    return "wait";
  }
  if (pendingClose.delay === "back" && snapshot.chats.get(chatId)?.chat.state === "closed")
    return "over";
  if (pendingClose.delay === "back" && hasVisitorWritten(snapshot, chatId, pendingClose))
    return "wrote";
  // Replies that were written before the close are sent first, so the close waits for them.
  return isReplying ? "wait" : "send";
}

/** Returns whether the visitor wrote since the request, even if other messages followed. */
function hasVisitorWritten(
  { chats, logs }: Snapshot,
  chatId: number,
  { seq, unread }: PendingClose,
): boolean {
  const chat = chats.get(chatId)?.chat;
  if (chat === undefined) return false;
  const messages = [
    ...(logs.get(chatId)?.messages ?? []),
    ...(chat.last_message ? [chat.last_message] : []),
  ];
  return (
    chat.unread > unread ||
    messages.some((message) => message.author.kind === "visitor" && message.seq > seq)
  );
}

/** Returns whether the server did not respond (no network, 502 to 504), so a retry is possible. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}
