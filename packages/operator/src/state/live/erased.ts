import type { Chat } from "@parlour/protocol";

export type Erased = ReturnType<typeof createErased>;

/**
 * Visitors that were erased while this page is open (CORE-116), with the position at which it heard of it: what a request brings that left before
 * may still hold words of theirs.
 */
export function createErased() {
  const visitors = new Map<number, number>();
  const chats = new Map<number, number>();
  return {
    note(visitor: number, ids: readonly number[], position: number) {
      visitors.set(visitor, position);
      for (const id of ids) chats.set(id, position);
    },
    isOldChat: (chat: Chat, since: number) => (visitors.get(chat.visitor.number) ?? -1) > since,
    isOldLog: (chatId: number, since: number) => (chats.get(chatId) ?? -1) > since,
  };
}
