import { hasMissingMessages, isPermanentError, markRead, type Api, type Snapshot, type Timers } from "@parlour/client";
import type { LiveStore } from "./store.ts";

export interface ReadDeps {
  api: Pick<Api, "markRead">;
  store: LiveStore;
  timers: Timers;
  isLive: () => boolean;
  /** Called when the operator has viewed a chat up to this message. */
  onSeen: (chatId: number, seq: number) => void;
  /** Reloads a chat, because only the server can count its unread messages. */
  readChat: (chatId: number) => void;
}
export type Reads = ReturnType<typeof createReads>;

const retryMs = 5000;
/**
 * Limit of chats with a mark that the server has not stored. Above it the oldest mark is dropped.
 */
const mostWaiting = 100;

/**
 * Sends read marks (API-029): forward when messages are viewed, back by hand. Uses HTTP, because
 * its response confirms the mark. A socket may die with it.
 */
export function createReads({ api, store, timers, isLive, onSeen, readChat }: ReadDeps) {
  /** Last message viewed on this page, by chat. */
  const seen = new Map<number, number>();
  const marks = createMarks({ api, timers, isLive });
  return {
    markRead: (chatId: number, seq: number) => {
      const { heldUnread, snapshot } = store.get();
      if (heldUnread.has(chatId)) return;
      const before = seen.get(chatId) ?? 0;
      if (seq <= before && !isComplete(snapshot, chatId)) return;
      const mark = Math.max(seq, before);
      onSeen(chatId, mark);
      const next = markRead(snapshot, chatId, mark);
      // A list may still count messages that were read here. The mark is then sent once more.
      if (seq <= before && next === snapshot) return;
      seen.set(chatId, mark);
      store.setSnapshot(next);
      marks.add(chatId, mark);
    },
    /** Marks the last visitor message as unread until the chat is opened again. */
    markUnread: async (chatId: number) => {
      const { snapshot, heldUnread } = store.get();
      const last = snapshot.logs.get(chatId)?.messages.findLast((message) => message.author.kind === "visitor");
      if (!last) return;
      seen.set(chatId, last.seq - 1);
      store.set({ snapshot: markRead(snapshot, chatId, last.seq - 1), heldUnread: new Set(heldUnread).add(chatId) });
      // A pending mark must not arrive after this one.
      await marks.drop(chatId);
      await api.markRead(chatId, last.seq - 1, true);
    },
    /** Applies a mark that the server stored, from this page or another device of this operator. */
    follow: (chatId: number, seq: number) => {
      const { heldUnread, snapshot } = store.get();
      const chat = snapshot.chats.get(chatId)?.chat;
      // A later mark of this page is still being sent.
      if (!chat || heldUnread.has(chatId) || seq < marks.waiting(chatId)) return;
      seen.set(chatId, seq);
      onSeen(chatId, seq);
      if (seq >= chat.seq || (isComplete(snapshot, chatId) && reachesBack(snapshot, chatId, seq)))
        store.setSnapshot(markRead(snapshot, chatId, seq));
      else readChat(chatId);
    },
    /** Sends all pending marks, because the connection is back. */
    tellAll: marks.tellAll,
    stop: marks.stop,
  };
}

/**
 * Sends marks to the server: one request per chat at a time, with its newest mark. Repeats requests
 * without an answer.
 */
function createMarks({ api, timers, isLive }: Pick<ReadDeps, "api" | "timers" | "isLive">) {
  /** Marks that the server has not stored yet, by chat. */
  const waiting = new Map<number, number>();
  const sending = new Map<number, Promise<void>>();
  let retry: unknown = null;

  const tell = (chatId: number) => {
    const seq = waiting.get(chatId);
    if (seq === undefined || sending.has(chatId)) return;
    const over = (taken: boolean) => {
      sending.delete(chatId);
      if (waiting.get(chatId) !== seq) tell(chatId);
      else if (taken) waiting.delete(chatId);
      else retry ??= timers.set(again, retryMs);
    };
    const asked = api.markRead(chatId, seq);
    sending.set(
      chatId,
      asked.then(
        () => over(true),
        (error: unknown) => over(isPermanentError(error)),
      ),
    );
  };
  const tellAll = () => {
    for (const chatId of waiting.keys()) tell(chatId);
  };
  /** If offline, waits for the next connection instead. */
  const again = () => {
    retry = null;
    if (isLive()) tellAll();
  };

  return {
    add(chatId: number, seq: number) {
      const [oldest] = waiting.keys();
      if (oldest !== undefined && waiting.size >= mostWaiting && !waiting.has(chatId)) waiting.delete(oldest);
      waiting.set(chatId, seq);
      tell(chatId);
    },
    /** Cancels the pending mark of a chat. Resolves when the current request has ended. */
    drop(chatId: number): Promise<void> | undefined {
      waiting.delete(chatId);
      return sending.get(chatId);
    },
    /** Returns the mark that the server has not stored yet. 0: none. */
    waiting: (chatId: number): number => waiting.get(chatId) ?? 0,
    tellAll,
    stop: () => timers.clear(retry),
  };
}

/**
 * Returns whether the loaded messages reach the newest one, so that unread messages can be counted.
 */
function isComplete({ chats, logs }: Snapshot, chatId: number): boolean {
  const log = logs.get(chatId);
  return log !== undefined && !hasMissingMessages(log) && (log.messages.at(-1)?.seq ?? 0) >= (chats.get(chatId)?.chat.seq ?? 0);
}

/** Returns whether all messages after the mark are loaded. */
function reachesBack({ logs }: Snapshot, chatId: number, seq: number): boolean {
  return (logs.get(chatId)?.messages[0]?.seq ?? Infinity) <= seq + 1;
}
