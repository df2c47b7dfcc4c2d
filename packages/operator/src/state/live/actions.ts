import { mergeChats, type Api } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import type { LiveStore } from "./store.ts";

/** What a person does to a chat; the answer of the server is shown without waiting for the event. All reject with `ApiError`. */
export function createActions(api: Api, store: LiveStore) {
  const shown = async (ask: () => Promise<Chat>): Promise<Chat> => {
    const since = store.get().snapshot.position;
    const chat = await ask();
    store.setSnapshot(mergeChats(store.get().snapshot, [chat], since));
    return chat;
  };
  return {
    accept: (chatId: number) => shown(() => api.accept(chatId)),
    join: (chatId: number) => shown(() => api.join(chatId)),
    continueChat: (chatId: number) => shown(() => api.continueChat(chatId)),
    leave: (chatId: number) => shown(() => api.leave(chatId)),
    /** Binds the chat to its CRM card (WH-045). */
    assignCrm: (chatId: number) => shown(() => api.assignCrm(chatId)),
    /** The chat rings no more here. */
    skip(chatId: number) {
      store.set({ skipped: new Set(store.get().skipped).add(chatId) });
    },
    async resend(deliveryId: number) {
      await api.retryDelivery(deliveryId);
    },
  };
}
