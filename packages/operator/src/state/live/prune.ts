import { evict } from "@parlour/client";
import type { LiveStore } from "./store.ts";

const keptLogs = 20;
const keptClosed = 400;

/**
 * Limits memory over a long shift. Evicts the oldest closed chats and the least recently used
 * message lists, but not the open chat or chats in a loaded list. `recentlyUsed` holds chats with
 * messages in memory, least recently used first. Evicted ones are removed from it.
 */
export function prune(store: LiveStore, used: number[], openId: number | null): void {
  const { snapshot, closed: lists } = store.get();
  const ended = [...snapshot.chats.values()].filter((record) => record.chat.state === "closed" && record.chat.id !== openId);
  const listed = ended.length > keptClosed ? new Set([...lists.closed.ids, ...lists.missed.ids]) : new Set<number>();
  const closed = ended.filter((record) => !listed.has(record.chat.id));
  const dropChats = closed.length > keptClosed ? closed.slice(0, closed.length - keptClosed / 2).map((record) => record.chat.id) : [];
  const dropLogs = used.length > keptLogs ? used.splice(0, used.length - keptLogs).filter((id) => id !== openId) : [];
  if (dropChats.length + dropLogs.length === 0) return;
  const logs = new Map(store.get().logs);
  for (const id of dropLogs) logs.delete(id);
  store.set({ snapshot: evict(snapshot, dropChats, dropLogs), logs });
}
