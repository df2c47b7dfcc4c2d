import { createRetries, isFinal, mergeMessages, retryAfterOf, type Api, type Timers } from "@parlour/client";
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

/** Messages of a chat, newest first; earlier ones page by page. What could not be read is asked for again, by itself. */
export function createLogs({ api, store, timers, random, onRead, erased }: LogDeps) {
  const pages = createPages({ api, store, erased });
  const retries = createRetries<number>({ timers, random });
  /** Chats that found no answer, with what was asked. */
  const failed = new Map<number, number | undefined>();

  /** `after`: only what follows that number. `anew`: a request on its way does not count. */
  const load = async (chatId: number, after?: number, anew = false): Promise<void> => {
    if (store.get().logs.get(chatId)?.state === "loading" && !anew) return;
    store.setLog(chatId, { state: "loading" });
    await fill(chatId, after);
  };

  const fill = async (chatId: number, after: number | undefined): Promise<void> => {
    try {
      const items = await pages.read(chatId, after ? { after, limit: gapPageSize } : { limit: pageSize }, { state: "ready" });
      failed.delete(chatId);
      retries.forget(chatId);
      if (items === null) return;
      // What came while the first page was under way found no messages to join.
      const last = items.at(-1)?.seq;
      const missed = last !== undefined && last < (store.get().snapshot.chats.get(chatId)?.chat.seq ?? 0) ? load(chatId, last, true) : null;
      onRead(items);
      await missed;
    } catch (error) {
      store.setLog(chatId, { state: asError(error) });
      if (isFinal(error)) return;
      failed.set(chatId, after);
      retries.wait(chatId, retryAfterOf(error), () => again(chatId));
    }
  };

  /** The failure stays to be seen until there is an answer. */
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
    /** Asks at once for what found no answer: the connection is back. */
    kick: () => {
      retries.stopWaiting();
      for (const chatId of failed.keys()) again(chatId);
    },
    stop: retries.stopWaiting,
  };
}

/** Pages of messages on their way into the logs. */
function createPages({ api, store, erased }: Pick<LogDeps, "api" | "store" | "erased">) {
  /** Each with the messages that an event changed meanwhile and that were not there to be changed: the answer may be older than it. */
  const underWay = new Set<{ readonly chatId: number; readonly changed: Set<number> }>();

  /** Messages and how far they are read change at once: the screen is drawn once. null: what came may not be kept. */
  const read = async (chatId: number, query: Query, change: Partial<LogState>): Promise<readonly Message[] | null> => {
    const since = store.get().snapshot.position;
    const page = { chatId, changed: new Set<number>() };
    underWay.add(page);
    try {
      const { items } = await api.messages(chatId, query);
      if (erased.isOldLog(chatId, since)) return null;
      store.setLog(chatId, change, mergeMessages(store.get().snapshot, chatId, items, since));
      // Once more at most: what an event changes from now on is there.
      return items.some(({ seq }) => page.changed.has(seq)) ? await read(chatId, query, change) : items;
    } finally {
      underWay.delete(page);
    }
  };

  return {
    read,
    /** An event changed a message, and the snapshot has taken it. */
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
