import { createRetryScheduler, isPermanentError, mergeMessages, getRetryAfterMs, type Api, type Timers } from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { asError, type LogState } from "../live-state.ts";
import type { Erased } from "./erased.ts";
import type { LiveStore } from "./store.ts";

export interface LogDeps {
  api: Api;
  store: LiveStore;
  timers: Timers;
  random: () => number;
  onRead: (messages: readonly Message[]) => void;
  erased: Pick<Erased, "isOldLog">;
}
type Query = Parameters<Api["messages"]>[1];

const pageSize = 50;
const gapPageSize = 200;

/**
 * Loads messages of chats: the newest page first, earlier pages on request. Failed requests are
 * retried.
 */
export function createLogs({ api, store, timers, random, onRead, erased }: LogDeps) {
  const pages = createPages({ api, store, erased });
  const retries = createRetryScheduler<number>({ timers, random });
  /** Chats whose request had no answer, with the `after` of the request. */
  const failed = new Map<number, number | undefined>();

  /** `after`: loads only later messages. `mustRestart`: starts even if a request is pending. */
  const load = async (chatId: number, after?: number, anew = false): Promise<void> => {
    if (store.get().logs.get(chatId)?.state === "loading" && !anew) return;
    store.setLog(chatId, { state: "loading" });
    await fill(chatId, after);
  };

  const fill = async (chatId: number, after: number | undefined): Promise<void> => {
    try {
      const items = await pages.read(chatId, after ? { after, limit: gapPageSize } : { limit: pageSize }, { state: "ready" });
      failed.delete(chatId);
      retries.reset(chatId);
      if (items === null) return;
      // Messages that arrived during the first request had no list to join, so load them now.
      const last = items.at(-1)?.seq;
      const missed = last !== undefined && last < (store.get().snapshot.chats.get(chatId)?.chat.seq ?? 0) ? load(chatId, last, true) : null;
      onRead(items);
      await missed;
    } catch (error) {
      store.setLog(chatId, { state: asError(error) });
      if (isPermanentError(error)) return;
      failed.set(chatId, after);
      retries.schedule(chatId, getRetryAfterMs(error), () => again(chatId));
    }
  };

  /** Keeps showing the error until the retry has an answer. */
  const again = (chatId: number): void => {
    if (store.get().logs.get(chatId)?.state instanceof Error) void fill(chatId, failed.get(chatId));
    else failed.delete(chatId);
  };

  const loadOlder = async (chatId: number) => {
    const first = store.get().snapshot.logs.get(chatId)?.messages[0];
    if (!first || first.seq <= 1 || store.get().logs.get(chatId)?.older === "loading") return;
    store.setLog(chatId, { older: "loading" });
    try {
      await pages.read(chatId, { before: first.seq, limit: pageSize }, { older: "ready" });
    } catch (error) {
      store.setLog(chatId, { older: asError(error) });
    }
  };

  return {
    load,
    loadOlder,
    changed: pages.changed,
    /** Retries failed requests at once, because the connection is back. */
    kick: () => {
      retries.cancelWaits();
      for (const chatId of failed.keys()) again(chatId);
    },
    stop: retries.cancelWaits,
  };
}

/** Loads pages of messages and merges them into the snapshot. */
function createPages({ api, store, erased }: Pick<LogDeps, "api" | "store" | "erased">) {
  /**
   * Pending pages. `changed` holds messages that an event changed before they were loaded. The
   * response may be older than the event.
   */
  const underWay = new Set<{ readonly chatId: number; readonly changed: Set<number> }>();

  /**
   * Loads a page. Messages and load state change together, so the screen renders once. Returns null
   * if the response must be discarded.
   */
  const read = async (chatId: number, query: Query, change: Partial<LogState>): Promise<readonly Message[] | null> => {
    const since = store.get().snapshot.position;
    const page = { chatId, changed: new Set<number>() };
    underWay.add(page);
    try {
      const { items } = await api.messages(chatId, query);
      if (erased.isOldLog(chatId, since)) return null;
      store.setLog(chatId, change, mergeMessages(store.get().snapshot, chatId, items, since));
      // Loads again at most once: later changes find the messages in the snapshot.
      return items.some(({ seq }) => page.changed.has(seq)) ? await read(chatId, query, change) : items;
    } finally {
      underWay.delete(page);
    }
  };

  return {
    read,
    /** Records that an event changed a message, after the snapshot applied it. */
    changed: (chatId: number, seq: number) => {
      if (
        underWay.size === 0 ||
        store
          .get()
          .snapshot.logs.get(chatId)
          ?.messages.some((known) => known.seq === seq)
      )
        return;
      for (const page of underWay) if (page.chatId === chatId) page.changed.add(seq);
    },
  };
}
