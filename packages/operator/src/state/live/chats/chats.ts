import {
  ApiError,
  createRetryScheduler,
  evictUnshownChats,
  hasMissingMessages,
  isPermanentError,
  mergeChats,
  getRetryAfterMs,
  type Api,
  type ChatRecord,
  type Timers,
} from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { toError, isRejection } from "../../live-state.ts";
import type { ErasedVisitors } from "./erased-visitors.ts";
import { createMessageLists } from "./message-lists.ts";
import { evictUnusedChats } from "./evict.ts";
import type { LiveStore } from "../store.ts";

export interface ChatDeps {
  api: Api;
  store: LiveStore;
  timers: Timers;
  random: () => number;
  /** Called with the messages that were loaded. Some may still be in the outbox. */
  onMessagesLoaded: (messages: readonly Message[]) => void;
  erased: ErasedVisitors;
}
export type Chats = ReturnType<typeof createChats>;

/** Maximum number of chats loaded one by one at the same time. Browsers allow few connections. */
const maxConcurrentFetches = 6;

/** Creates the loader of single chats. It tracks the open chat and the recently used ones. */
export function createChats(deps: ChatDeps) {
  const { store, erased } = deps;
  const logs = createMessageLists(deps);
  /** Ids of chats whose messages are in memory, least recently used first. */
  const recentlyUsed: number[] = [];
  let openId: number | null = null;
  const loader = createChatLoader(deps, () => openId);
  const { load, fetching } = loader;

  /** Loads the messages of a chat unless they are loaded already. Counts the chat as used. */
  const preload = (chatId: number) => {
    const at = recentlyUsed.indexOf(chatId);
    if (at >= 0) recentlyUsed.splice(at, 1);
    recentlyUsed.push(chatId);
    const log = store.get().logs.get(chatId);
    if (!log || log.state instanceof Error) void logs.load(chatId);
  };

  return {
    load,
    loadLog: logs.load,
    loadOlder: logs.loadOlder,
    changed: logs.changed,
    /** Retries failed requests immediately. Called when the connection is back. */
    retryNow() {
      loader.retryNow();
      logs.retryNow();
    },
    stop() {
      loader.stop();
      logs.stop();
    },
    /** Returns the id of the chat on screen, or null. */
    openId: () => openId,
    /** Loads the messages of a chat that the operator is about to open. */
    preload,
    open(chatId: number) {
      openId = chatId;
      const { markedUnread, snapshot } = store.get();
      if (markedUnread.has(chatId))
        store.set({ markedUnread: new Set([...markedUnread].filter((id) => id !== chatId)) });
      const record = snapshot.chats.get(chatId);
      if (!record || record.isIncomplete || record.chat.assignment === null) void load(chatId);
      preload(chatId);
    },
    leave(chatId: number) {
      if (openId === chatId) openId = null;
    },
    repair: createRepair(store, logs, loader),
    prune: () => evictUnusedChats(store, recentlyUsed, openId),
    /**
     * Removes the data of an erased visitor (CORE-116) and reloads their chats. Returns the ids of
     * those that this page had loaded.
     */
    removeVisitor(number: number): readonly number[] {
      const ids = removeChatsOfVisitor(store, erased, number);
      for (const id of ids) {
        fetching.delete(id);
        void load(id);
      }
      if (openId !== null && ids.includes(openId)) void logs.load(openId);
      return ids;
    },
    /** Discards pending requests, whose responses may be outdated. Chats can be requested again. */
    invalidateRequests: () => fetching.clear(),
  };
}

/**
 * Creates the loader of single chats, with one request per chat at a time. If the open chat cannot
 * be loaded, its message list shows the error. The request is retried unless the server refused it.
 */
function createChatLoader(
  { api, store, timers, random, erased }: ChatDeps,
  openId: () => number | null,
) {
  const fetching = new Set<number>();
  const retries = createRetryScheduler<number>({ timers, random });
  const isMissing = (chatId: number) =>
    chatId === openId() && !store.get().snapshot.chats.has(chatId);
  const loadMissing = (chatId: number) => {
    if (isMissing(chatId)) void load(chatId);
  };
  const load = async (chatId: number): Promise<"read" | "refused" | "failed"> => {
    if (fetching.has(chatId)) return "failed";
    fetching.add(chatId);
    const since = store.get().snapshot.position;
    try {
      const chat = await api.chat(chatId);
      if (erased.isOldChat(chat, since)) return "failed";
      retries.reset(chatId);
      store.setSnapshot(mergeChats(store.get().snapshot, [chat], since));
      return "read";
    } catch (error) {
      // The chat is no longer visible, so events will not report its changes.
      if (error instanceof ApiError && error.status === 404)
        store.setSnapshot(evictUnshownChats(store.get().snapshot, [chatId], [chatId]));
      if (isMissing(chatId)) {
        store.setLog(chatId, { state: toError(error) });
        if (!isPermanentError(error))
          retries.schedule(chatId, getRetryAfterMs(error), () => loadMissing(chatId));
      }
      return isRejection(error) ? "refused" : "failed";
    } finally {
      fetching.delete(chatId);
    }
  };
  return {
    load,
    fetching,
    retryNow() {
      retries.cancelWaits();
      const open = openId();
      if (open !== null) loadMissing(open);
    },
    stop: () => retries.cancelWaits(),
  };
}

/** Loads what events cannot complete: a missing message, or a chat known only from a late event. */
function createRepair(
  store: LiveStore,
  logs: ReturnType<typeof createMessageLists>,
  { load, fetching }: ReturnType<typeof createChatLoader>,
) {
  /** Chats whose request was refused. The next event creates a record that is requested again. */
  const rejected = new WeakSet<ChatRecord>();
  const needsNoLoad = (record: ChatRecord) =>
    !record.isIncomplete ||
    record.chat.state === "closed" ||
    fetching.has(record.chat.id) ||
    rejected.has(record);
  const repair = () => {
    const { snapshot } = store.get();
    for (const [chatId, log] of snapshot.logs)
      if (hasMissingMessages(log) && store.get().logs.get(chatId)?.state === "ready")
        void logs.load(chatId, log.messages.at(-1)?.seq ?? 0);
    // While the list of open chats is loading, wait for it: it contains most of these chats.
    const { running } = store.get();
    if (running === "loading" || running === "idle") return;
    for (const record of snapshot.chats.values()) {
      if (fetching.size >= maxConcurrentFetches) return;
      if (needsNoLoad(record)) continue;
      void load(record.chat.id).then((outcome) => {
        if (outcome === "refused") rejected.add(record);
        // If there was no response, the next event starts another attempt.
        if (outcome !== "failed") repair();
      });
    }
  };
  return repair;
}

/** Removes the chats of an erased visitor from the state, with the messages and typing signals. */
function removeChatsOfVisitor(
  store: LiveStore,
  erased: ErasedVisitors,
  visitor: number,
): readonly number[] {
  const state = store.get();
  const ids = [...state.snapshot.chats.values()].flatMap(({ chat }) =>
    chat.visitor.number === visitor ? [chat.id] : [],
  );
  erased.add(visitor, ids, state.snapshot.position);
  const omitChats = <T>(map: ReadonlyMap<number, T>) =>
    new Map([...map].filter(([id]) => !ids.includes(id)));
  store.set({
    snapshot: evictUnshownChats(state.snapshot, ids, ids),
    logs: omitChats(state.logs),
    typing: omitChats(state.typing),
  });
  return ids;
}
