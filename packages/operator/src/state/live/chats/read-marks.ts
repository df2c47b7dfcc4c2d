import {
  hasMissingMessages,
  isPermanentError,
  markRead,
  type Api,
  type Snapshot,
  type Timers,
} from "@parlour/client";
import type { LiveStore } from "../store.ts";

export interface ReadMarkDeps {
  sendMark: Api["markRead"];
  store: LiveStore;
  timers: Timers;
  isLive: () => boolean;
  /** Called when the operator has viewed a chat up to this message. */
  onSeen: (chatId: number, seq: number) => void;
  /** Loads a chat again, because only the server can count its unread messages. */
  readChat: (chatId: number) => void;
}

const retryDelayMs = 5000;
/** Maximum number of chats with an unsent read mark. Above it, the oldest mark is dropped. */
const maxPendingReadMarks = 100;

/**
 * Sends read marks (API-029): forward for viewed messages, back for chats marked as unread. An HTTP
 * response confirms them, while a socket may close before they arrive.
 */
export function createReadMarks(deps: ReadMarkDeps) {
  const { sendMark, store, onSeen, readChat } = deps;
  /** Last message viewed on this page, by chat. */
  const viewedUpTo = new Map<number, number>();
  const marks = createMarkSender(deps);
  return {
    markRead: (chatId: number, seq: number) => {
      const { markedUnread, snapshot } = store.get();
      if (markedUnread.has(chatId)) return;
      const previous = viewedUpTo.get(chatId) ?? 0;
      if (seq <= previous && !hasNewestMessages(snapshot, chatId)) return;
      const mark = Math.max(seq, previous);
      onSeen(chatId, mark);
      const next = markRead(snapshot, chatId, mark);
      // A list may still count messages that were read on this page: send the mark once more.
      if (seq <= previous && next === snapshot) return;
      viewedUpTo.set(chatId, mark);
      store.setSnapshot(next);
      marks.add(chatId, mark);
    },
    /** Marks the visitor's last message as unread until the chat is opened again. */
    markUnread: async (chatId: number) => {
      const { snapshot, markedUnread } = store.get();
      const last = snapshot.logs
        .get(chatId)
        ?.messages.findLast((message) => message.author.kind === "visitor");
      if (!last) return;
      viewedUpTo.set(chatId, last.seq - 1);
      store.set({
        snapshot: markRead(snapshot, chatId, last.seq - 1),
        markedUnread: new Set(markedUnread).add(chatId),
      });
      // Wait until the pending mark is cancelled, so that it cannot arrive after this one.
      await marks.cancel(chatId);
      await sendMark(chatId, last.seq - 1, true);
    },
    /** Applies a read mark that the server stored, from this page or another device. */
    applyServerMark: (chatId: number, seq: number) => {
      const { markedUnread, snapshot } = store.get();
      const chat = snapshot.chats.get(chatId)?.chat;
      // A later mark of this page has not been stored yet.
      if (!chat || markedUnread.has(chatId) || seq < marks.pendingMark(chatId)) return;
      viewedUpTo.set(chatId, seq);
      onSeen(chatId, seq);
      if (
        seq >= chat.seq ||
        (hasNewestMessages(snapshot, chatId) && reachesBackTo(snapshot, chatId, seq))
      )
        store.setSnapshot(markRead(snapshot, chatId, seq));
      else readChat(chatId);
    },
    /** Sends all pending marks. Called when the connection is back. */
    sendAll: marks.sendAll,
    stop: marks.stop,
  };
}

/** Sends the newest mark of each chat, one request at a time. Retries without a response. */
function createMarkSender({ sendMark, timers, isLive }: ReadMarkDeps) {
  /** Marks that the server has not stored yet, by chat. */
  const pending = new Map<number, number>();
  const sending = new Map<number, Promise<void>>();
  let retry: unknown = null;

  const send = (chatId: number) => {
    const seq = pending.get(chatId);
    if (seq === undefined || sending.has(chatId)) return;
    const finish = (isDone: boolean) => {
      sending.delete(chatId);
      if (pending.get(chatId) !== seq) send(chatId);
      else if (isDone) pending.delete(chatId);
      else retry ??= timers.set(retryPending, retryDelayMs);
    };
    const request = sendMark(chatId, seq);
    sending.set(
      chatId,
      request.then(
        () => finish(true),
        (error: unknown) => finish(isPermanentError(error)),
      ),
    );
  };
  const sendAll = () => {
    for (const chatId of pending.keys()) send(chatId);
  };
  /** Retries pending marks. While offline, waits for the next connection instead. */
  const retryPending = () => {
    retry = null;
    if (isLive()) sendAll();
  };

  return {
    add(chatId: number, seq: number) {
      const [oldest] = pending.keys();
      if (oldest !== undefined && pending.size >= maxPendingReadMarks && !pending.has(chatId))
        pending.delete(oldest);
      pending.set(chatId, seq);
      send(chatId);
    },
    /** Cancels the pending mark of a chat. Resolves when the current request has ended. */
    cancel(chatId: number): Promise<void> | undefined {
      pending.delete(chatId);
      return sending.get(chatId);
    },
    /** Returns the mark that the server has not stored yet. 0: none. */
    pendingMark: (chatId: number): number => pending.get(chatId) ?? 0,
    sendAll,
    stop: () => timers.clear(retry),
  };
}

/** Returns whether the newest message is loaded, so that unread messages can be counted. */
function hasNewestMessages({ chats, logs }: Snapshot, chatId: number): boolean {
  const log = logs.get(chatId);
  return (
    log !== undefined &&
    !hasMissingMessages(log) &&
    (log.messages.at(-1)?.seq ?? 0) >= (chats.get(chatId)?.chat.seq ?? 0)
  );
}

/** Returns whether all messages after the mark are loaded. */
function reachesBackTo({ logs }: Snapshot, chatId: number, seq: number): boolean {
  return (logs.get(chatId)?.messages[0]?.seq ?? Infinity) <= seq + 1;
}
