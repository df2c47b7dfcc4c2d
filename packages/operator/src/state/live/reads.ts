import { hasGap, isFinal, markRead, type Api, type Snapshot, type Timers } from "@parlour/client";
import type { LiveStore } from "./store.ts";

export interface ReadDeps {
  api: Pick<Api, "markRead">;
  store: LiveStore;
  timers: Timers;
  isLive: () => boolean;
  /** The messages of a chat were seen up to this number. */
  onSeen: (chatId: number, seq: number) => void;
  /** Reads a chat again: only the server can count what is unread of it. */
  readChat: (chatId: number) => void;
}
export type Reads = ReturnType<typeof createReads>;

const retryMs = 5000;
/** Chats with a mark that the server has not taken; the oldest is given up for a newer one. */
const mostWaiting = 100;

/** Read marks (API-029): forward by sight, back by hand. Over HTTP, whose answer says that a mark has arrived: a socket may die with it. */
export function createReads({ api, store, timers, isLive, onSeen, readChat }: ReadDeps) {
  /** The furthest that was seen here, by chat. */
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
      // A list may still count what was read here: the mark is then told once more.
      if (seq <= before && next === snapshot) return;
      seen.set(chatId, mark);
      store.setSnapshot(next);
      marks.add(chatId, mark);
    },
    /** Holds until the chat is opened again. */
    markUnread: async (chatId: number) => {
      const { snapshot, heldUnread } = store.get();
      const last = snapshot.logs.get(chatId)?.messages.findLast((message) => message.author.kind === "visitor");
      if (!last) return;
      seen.set(chatId, last.seq - 1);
      store.set({ snapshot: markRead(snapshot, chatId, last.seq - 1), heldUnread: new Set(heldUnread).add(chatId) });
      // A mark under way must not arrive behind this one.
      await marks.drop(chatId);
      await api.markRead(chatId, last.seq - 1, true);
    },
    /** The server keeps this mark: of this page, or of another one of this operator. */
    follow: (chatId: number, seq: number) => {
      const { heldUnread, snapshot } = store.get();
      const chat = snapshot.chats.get(chatId)?.chat;
      // A further one of this page is on its way.
      if (!chat || heldUnread.has(chatId) || seq < marks.waiting(chatId)) return;
      seen.set(chatId, seq);
      onSeen(chatId, seq);
      if (seq >= chat.seq || (isComplete(snapshot, chatId) && reachesBack(snapshot, chatId, seq)))
        store.setSnapshot(markRead(snapshot, chatId, seq));
      else readChat(chatId);
    },
    /** Tells what did not arrive: the connection is there again. */
    tellAll: marks.tellAll,
    stop: marks.stop,
  };
}

/** Marks on their way to the server: one request per chat at a time, the newest mark of it; what found no answer is told again. */
function createMarks({ api, timers, isLive }: Pick<ReadDeps, "api" | "timers" | "isLive">) {
  /** What the server has not taken yet, by chat. */
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
        (error: unknown) => over(isFinal(error)),
      ),
    );
  };
  const tellAll = () => {
    for (const chatId of waiting.keys()) tell(chatId);
  };
  /** Offline it waits for the next connection instead. */
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
    /** None of the chat is told any more; resolves when the one under way is over. */
    drop(chatId: number): Promise<void> | undefined {
      waiting.delete(chatId);
      return sending.get(chatId);
    },
    /** The mark that the server has not taken yet; 0: none. */
    waiting: (chatId: number): number => waiting.get(chatId) ?? 0,
    tellAll,
    stop: () => timers.clear(retry),
  };
}

/** Whether the messages at hand reach to the newest: what is unread can be counted from them. */
function isComplete({ chats, logs }: Snapshot, chatId: number): boolean {
  const log = logs.get(chatId);
  return log !== undefined && !hasGap(log) && (log.messages.at(-1)?.seq ?? 0) >= (chats.get(chatId)?.chat.seq ?? 0);
}

/** Whether all that is behind the mark is at hand. */
function reachesBack({ logs }: Snapshot, chatId: number, seq: number): boolean {
  return (logs.get(chatId)?.messages[0]?.seq ?? Infinity) <= seq + 1;
}
