import { hasGap, mergeChats, type Api } from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { asError } from "../live-state.ts";
import { createLogs } from "./logs.ts";
import { prune } from "./prune.ts";
import type { LiveStore } from "./store.ts";

export interface ChatDeps {
  api: Api;
  store: LiveStore;
  /** Messages of a chat were read: some may be those that wait here. */
  onRead: (messages: readonly Message[]) => void;
}
export type Chats = ReturnType<typeof createChats>;

/** Single chats and their messages: which one is open, which are read, which are forgotten. */
export function createChats(deps: ChatDeps) {
  const { api, store } = deps;
  const logs = createLogs(deps);
  /** Chats whose messages are kept, longest unused first. */
  const used: number[] = [];
  const fetching = new Set<number>();
  let openId: number | null = null;

  const load = async (chatId: number) => {
    if (fetching.has(chatId)) return;
    fetching.add(chatId);
    const since = store.get().snapshot.position;
    try {
      const chat = await api.chat(chatId);
      store.setSnapshot(mergeChats(store.get().snapshot, [chat], since));
    } catch (error) {
      if (chatId === openId && !store.get().snapshot.chats.has(chatId)) store.setLog(chatId, { state: asError(error) });
    } finally {
      fetching.delete(chatId);
    }
  };

  return {
    load,
    loadLog: logs.load,
    loadOlder: logs.loadOlder,
    /** The chat in view, or null. */
    openId: () => openId,
    open(chatId: number) {
      const at = used.indexOf(chatId);
      if (at >= 0) used.splice(at, 1);
      used.push(chatId);
      openId = chatId;
      const { heldUnread, snapshot } = store.get();
      if (heldUnread.has(chatId)) store.set({ heldUnread: new Set([...heldUnread].filter((id) => id !== chatId)) });
      const record = snapshot.chats.get(chatId);
      if (!record || record.thin || record.chat.assignment === null) void load(chatId);
      const log = store.get().logs.get(chatId);
      if (!log || log.state instanceof Error) void logs.load(chatId);
    },
    leave(chatId: number) {
      if (openId === chatId) openId = null;
    },
    /** Reads again what the events alone cannot complete: a lost message, a chat that is known by a later event only. */
    repair() {
      const { snapshot } = store.get();
      for (const [chatId, log] of snapshot.logs)
        if (hasGap(log) && store.get().logs.get(chatId)?.state === "ready") void logs.load(chatId, log.messages.at(-1)?.seq ?? 0);
      for (const record of snapshot.chats.values())
        if (record.thin && record.chat.state !== "closed" && !fetching.has(record.chat.id)) void load(record.chat.id);
    },
    prune: () => prune(store, used, openId),
    /** Requests that left before may answer with an older state: all are asked anew. */
    askAnew: () => fetching.clear(),
  };
}
