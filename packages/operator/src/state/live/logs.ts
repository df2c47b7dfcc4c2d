import { mergeMessages, type Api } from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { asError, type LogState } from "../live-state.ts";
import type { Erased } from "./erased.ts";
import type { LiveStore } from "./store.ts";

export interface LogDeps {
  api: Api;
  store: LiveStore;
  onRead: (messages: readonly Message[]) => void;
  erased: Pick<Erased, "isOldLog">;
}

const pageSize = 50;
const gapPageSize = 200;

/** Messages of a chat, newest first; earlier ones page by page. */
export function createLogs({ api, store, onRead, erased }: LogDeps) {
  /** Messages and how far they are read change at once: the screen is drawn once. */
  const take = (chatId: number, messages: readonly Message[], since: number, change: Partial<LogState>) =>
    store.setLog(chatId, change, mergeMessages(store.get().snapshot, chatId, messages, since));

  /** `after`: only what follows that number. `anew`: a request on its way does not count. */
  const load = async (chatId: number, after?: number, anew = false): Promise<void> => {
    if (store.get().logs.get(chatId)?.state === "loading" && !anew) return;
    store.setLog(chatId, { state: "loading" });
    const since = store.get().snapshot.position;
    try {
      const page = await api.messages(chatId, after ? { after, limit: gapPageSize } : { limit: pageSize });
      if (erased.isOldLog(chatId, since)) return;
      take(chatId, page.items, since, { state: "ready" });
      // What came while the first page was under way found no messages to join.
      const last = page.items.at(-1)?.seq;
      const missed = last !== undefined && last < (store.get().snapshot.chats.get(chatId)?.chat.seq ?? 0) ? load(chatId, last, true) : null;
      onRead(page.items);
      await missed;
    } catch (error) {
      store.setLog(chatId, { state: asError(error) });
    }
  };

  const loadOlder = async (chatId: number) => {
    const first = store.get().snapshot.logs.get(chatId)?.messages[0];
    if (!first || first.seq <= 1 || store.get().logs.get(chatId)?.older === "loading") return;
    store.setLog(chatId, { older: "loading" });
    const since = store.get().snapshot.position;
    try {
      const page = await api.messages(chatId, { before: first.seq, limit: pageSize });
      if (erased.isOldLog(chatId, since)) return;
      take(chatId, page.items, since, { older: "ready" });
    } catch (error) {
      store.setLog(chatId, { older: asError(error) });
    }
  };

  return { load, loadOlder };
}
