import { evictUnshownChats } from "@parlour/client";
import type { LiveStore } from "../store.ts";

const maxMessageLists = 20;
const maxClosedChats = 400;

/**
 * Limits memory over a long shift. Evicts the oldest closed chats and the least recently used
 * message lists, and removes these from `recentlyUsed`. Keeps the open chat and loaded lists.
 */
export function evictUnusedChats(
  store: LiveStore,
  recentlyUsed: number[],
  openId: number | null,
): void {
  const { snapshot, paged } = store.get();
  const endedChats = [...snapshot.chats.values()].filter(
    (record) => record.chat.state === "closed" && record.chat.id !== openId,
  );
  const listed =
    endedChats.length > maxClosedChats
      ? new Set(Object.values(paged).flatMap(({ ids }) => ids))
      : new Set<number>();
  const evictable = endedChats.filter((record) => !listed.has(record.chat.id));
  const evictedChats =
    evictable.length > maxClosedChats
      ? evictable.slice(0, evictable.length - maxClosedChats / 2).map((record) => record.chat.id)
      : [];
  const evictedLogs =
    recentlyUsed.length > maxMessageLists
      ? recentlyUsed.splice(0, recentlyUsed.length - maxMessageLists).filter((id) => id !== openId)
      : [];
  if (evictedChats.length + evictedLogs.length === 0) return;
  const logs = new Map(store.get().logs);
  for (const id of evictedLogs) logs.delete(id);
  store.set({ snapshot: evictUnshownChats(snapshot, evictedChats, evictedLogs), logs });
}
