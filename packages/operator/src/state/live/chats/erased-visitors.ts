import type { Chat } from "@parlour/protocol";

export type ErasedVisitors = ReturnType<typeof createErasedVisitors>;

/**
 * Records the visitors who were erased while this page is open (CORE-116), with the journal
 * position of the erasure. Responses to earlier requests may still contain their data.
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
