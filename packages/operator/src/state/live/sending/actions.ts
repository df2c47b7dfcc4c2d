import { mergeChats, type Api } from "@parlour/client";
import type { Chat, Message } from "@parlour/protocol";
import type { SnoozeChat } from "@parlour/protocol/api";
import type { LiveState } from "../../live-state.ts";
import type { LiveStore } from "../store.ts";

/** Destination of a transfer: an operator, who must accept it, or a department. */
export type TransferTarget =
  | { readonly operator_id: number; readonly assign?: true | undefined }
  | { readonly department_id: number };
/** A block of a chat's visitor (API-027). Without `until`, the block has no end. */
export interface BlockOptions {
  readonly until?: string | undefined;
  readonly reason?: string | undefined;
}

/** Creates the actions on chats. They show the response at once, and reject with `ApiError`. */
export function createChatActions(api: Api, store: LiveStore) {
  const runAndShow = async (request: () => Promise<Chat>): Promise<Chat> => {
    const since = store.get().snapshot.position;
    const chat = await request();
    store.setSnapshot(mergeChats(store.get().snapshot, [chat], since));
    return chat;
  };
  return {
    accept: (chatId: number) => runAndShow(() => api.accept(chatId)),
    join: (chatId: number) => runAndShow(() => api.join(chatId)),
    continueChat: (chatId: number) => runAndShow(() => api.continueChat(chatId)),
    leave: (chatId: number) => runAndShow(() => api.leave(chatId)),
    /** Closes a chat immediately, without Undo. Used when several chats are closed together. */
    closeNow: (chatId: number) => runAndShow(() => api.close(chatId)),
    /** Offers the chat to an operator, or transfers it to a department (API-025). */
    transfer: (chatId: number, to: TransferTarget, comment: string) =>
      runAndShow(() =>
        api.post<Chat>(`/chats/${chatId}/transfer`, { ...to, comment: comment || undefined }),
      ),
    acceptTransfer: (chatId: number) =>
      runAndShow(() => api.post<Chat>(`/chats/${chatId}/transfer/accept`)),
    withdrawTransfer: (chatId: number) =>
      runAndShow(() => api.post<Chat>(`/chats/${chatId}/transfer/withdraw`)),
    /** Marks a notice as opened or dismissed, on all devices of the operator (CORE-150). */
    markNotice: (chatId: number, state: "opened" | "dismissed") =>
      runAndShow(() => api.post<Chat>(`/chats/${chatId}/notice`, { state })),
    declineTransfer: (chatId: number, reason: string) =>
      runAndShow(() => api.post<Chat>(`/chats/${chatId}/transfer/refuse`, { reason })),
    invite: (chatId: number, operatorId: number) =>
      runAndShow(() => api.post<Chat>(`/chats/${chatId}/invite`, { operator_id: operatorId })),
    block: (chatId: number, options: BlockOptions) =>
      runAndShow(() => api.post<Chat>(`/chats/${chatId}/block`, options)),
    unblock: (chatId: number) => runAndShow(() => api.delete<Chat>(`/chats/${chatId}/block`)),
    snooze: (chatId: number, snooze: SnoozeChat) =>
      runAndShow(() => api.post<Chat>(`/chats/${chatId}/snooze`, snooze)),
    wake: (chatId: number) => runAndShow(() => api.delete<Chat>(`/chats/${chatId}/snooze`)),
    /** Assigns the chat to its CRM card (WH-045). */
    assignCrm: (chatId: number) => runAndShow(() => api.assignCrm(chatId)),
    /** Declines an invitation on all devices. Its system message stays in the chat. */
    declineInvitation: (chatId: number) =>
      runAndShow(() => api.post<Chat>(`/chats/${chatId}/invite/decline`)),
    /**
     * Stops the ringing of a chat (CORE-151): here at once, elsewhere when the server has stored
     * it. A chat that no longer waits stops only here.
     */
    async skip(chatId: number) {
      store.set({ skipped: new Set(store.get().skipped).add(chatId) });
      if (store.get().snapshot.chats.get(chatId)?.chat.state !== "waiting") return;
      await runAndShow(() => api.post<Chat>(`/chats/${chatId}/skip`));
      const skipped = new Set(store.get().skipped);
      skipped.delete(chatId);
      store.set({ skipped });
    },
    /** Stores the order in which waiting chats ring, as set for the account (API-296). */
    setRingOrder(ringOrder: LiveState["ringOrder"]) {
      if (store.get().ringOrder !== ringOrder) store.set({ ringOrder });
    },
    /** Sends a failed message again (API-130). The new status arrives with events. */
    async retryMessage(message: Message) {
      await api.retryMessage(message.chat_id, message.seq);
    },
  };
}
