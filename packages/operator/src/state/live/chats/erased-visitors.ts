import type { Chat } from "@parlour/protocol";

export type ErasedVisitors = ReturnType<typeof createErasedVisitors>;

/**
 * Records visitors who were erased meanwhile (CORE-116): earlier requests may return their data.
 */
export function createErasedVisitors() {
  const visitors = new Map<number, number>();
  const chats = new Map<number, number>();
  return {
    add(visitor: number, ids: readonly number[], position: number) {
      visitors.set(visitor, position);
      for (const id of ids) chats.set(id, position);
    },
    isOldChat: (chat: Chat, since: number) => (visitors.get(chat.visitor.number) ?? -1) > since,
    isOldMessageList: (chatId: number, since: number) => (chats.get(chatId) ?? -1) > since,
  };
}
