import { markRead, type Api } from "@parlour/client";
import type { ClientFrame } from "@parlour/protocol";
import type { LiveStore } from "./store.ts";

export interface ReadDeps {
  api: Api;
  store: LiveStore;
  send: (frame: ClientFrame) => boolean;
}

/** Read marks (API-029): forward by sight, back by hand. */
export function createReads({ api, store, send }: ReadDeps) {
  /** The furthest that was told, by chat. */
  const told = new Map<number, number>();
  return {
    markRead(chatId: number, seq: number) {
      if (store.get().heldUnread.has(chatId) || seq <= (told.get(chatId) ?? 0)) return;
      told.set(chatId, seq);
      store.setSnapshot(markRead(store.get().snapshot, chatId, seq));
      if (!send({ type: "read", chat_id: chatId, seq }))
        api.markRead(chatId, seq).catch(() => {
          told.delete(chatId);
        });
    },
    /** Holds until the chat is opened again. */
    async markUnread(chatId: number) {
      const { snapshot, heldUnread } = store.get();
      const last = snapshot.logs.get(chatId)?.messages.findLast((message) => message.author.kind === "visitor");
      if (!last) return;
      told.set(chatId, last.seq - 1);
      store.set({ snapshot: markRead(snapshot, chatId, last.seq - 1), heldUnread: new Set(heldUnread).add(chatId) });
      await api.markRead(chatId, last.seq - 1, true);
    },
  };
}
