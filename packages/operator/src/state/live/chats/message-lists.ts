import {
  createRetryScheduler,
  isPermanentError,
  mergeMessages,
  getRetryAfterMs,
  type Api,
  type Timers,
} from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { toError, type MessageListState } from "../../live-state.ts";
import type { ErasedVisitors } from "./erased-visitors.ts";
import type { LiveStore } from "../store.ts";

export interface MessageListDeps {
  api: Api;
  store: LiveStore;
  timers: Timers;
  random: () => number;
  onMessagesLoaded: (messages: readonly Message[]) => void;
  erased: ErasedVisitors;
}
type MessageQuery = Parameters<Api["messages"]>[1];

const pageSize = 50;
const gapPageSize = 200;

/** Loads messages of chats: newest page first, earlier ones on request. Retries failed requests. */
export function createMessageLists(deps: MessageListDeps) {
  const { store, onMessagesLoaded } = deps;
  const pages = createPageLoader(deps);
  const retries = createRetryScheduler<number>(deps);
  /** Chats whose request got no response, with the `after` of the request. */
  const failed = new Map<number, number | undefined>();

  /** Loads messages, with `after` only later ones. `mustRestart`: even if one is pending. */
  const load = async (chatId: number, after?: number, mustRestart = false): Promise<void> => {
    if (store.get().logs.get(chatId)?.state === "loading" && !mustRestart) return;
    store.setLog(chatId, { state: "loading" });
    await loadNewest(chatId, after);
  };

  const loadNewest = async (chatId: number, after: number | undefined): Promise<void> => {
    try {
      const items = await pages.loadPage(
        chatId,
        after ? { after, limit: gapPageSize } : { limit: pageSize },
        { state: "ready" },
      );
      failed.delete(chatId);
      retries.reset(chatId);
      if (items === null) return;
      // Messages that arrived during the first request are in no list yet.
      const last = items.at(-1)?.seq;
      const loadMissed =
        last !== undefined && last < (store.get().snapshot.chats.get(chatId)?.chat.seq ?? 0)
          ? load(chatId, last, true)
          : null;
      onMessagesLoaded(items);
      await loadMissed;
    } catch (error) {
      store.setLog(chatId, { state: toError(error) });
      if (isPermanentError(error)) return;
      failed.set(chatId, after);
      retries.schedule(chatId, getRetryAfterMs(error), () => retry(chatId));
    }
  };

  /** Retries the request. The error stays visible until the response arrives. */
  const retry = (chatId: number): void => {
    if (store.get().logs.get(chatId)?.state instanceof Error)
      void loadNewest(chatId, failed.get(chatId));
    else failed.delete(chatId);
  };

  const loadOlder = async (chatId: number) => {
    const first = store.get().snapshot.logs.get(chatId)?.messages[0];
    if (!first || first.seq <= 1 || store.get().logs.get(chatId)?.older === "loading") return;
    store.setLog(chatId, { older: "loading" });
    try {
      await pages.loadPage(chatId, { before: first.seq, limit: pageSize }, { older: "ready" });
    } catch (error) {
      store.setLog(chatId, { older: toError(error) });
    }
  };

  return {
    load,
    loadOlder,
    changed: pages.changed,
    /** Retries failed requests immediately. Called when the connection is back. */
    retryNow: () => {
      retries.cancelWaits();
      for (const chatId of failed.keys()) retry(chatId);
    },
    stop: retries.cancelWaits,
  };
}

/** Loads pages of messages and merges them into the snapshot. */
function createPageLoader({ api, store, erased }: MessageListDeps) {
  /**
   * Pages being loaded, with the messages that an event changed since: the response may be older.
   */
  const pendingPages = new Set<{ readonly chatId: number; readonly changed: Set<number> }>();

  /** Loads a page and renders it once. Returns null if the response must be discarded. */
  const loadPage = async (
    chatId: number,
    query: MessageQuery,
    change: Partial<MessageListState>,
  ): Promise<readonly Message[] | null> => {
    const since = store.get().snapshot.position;
    const page = { chatId, changed: new Set<number>() };
    pendingPages.add(page);
    try {
      const { items } = await api.messages(chatId, query);
      if (erased.isOldMessageList(chatId, since)) return null;
      store.setLog(chatId, change, mergeMessages(store.get().snapshot, chatId, items, since));
      // At most once more, because later events find the messages in the snapshot.
      return items.some(({ seq }) => page.changed.has(seq))
        ? await loadPage(chatId, query, change)
        : items;
    } finally {
      pendingPages.delete(page);
    }
  };

  return {
    loadPage,
    /** Records that an event changed a message. Called after it was applied to the snapshot. */
    changed: (chatId: number, seq: number) => {
      if (
        pendingPages.size === 0 ||
        store
          .get()
          .snapshot.logs.get(chatId)
          ?.messages.some((message) => message.seq === seq)
      )
        return;
      for (const page of pendingPages) if (page.chatId === chatId) page.changed.add(seq);
    },
  };
}
