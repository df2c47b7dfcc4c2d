import type { ChatHit, SearchResult, SearchSort } from "@parlour/protocol/api";

/**
 * Merges the pages of a search, each chat once. Best match: chats of the visitors found, then chats
 * with matching messages. Otherwise all by the time of their match or last message. A visitor's
 * chat that sorts behind the last loaded page waits for the next page, so that rows are only added
 * at the end.
 */
export function mergeChats(pages: readonly SearchResult[], sort: SearchSort): readonly ChatHit[] {
  const byMessages = new Map<number, ChatHit>();
  for (const found of pages.flatMap((page) => page.items))
    if (!byMessages.has(found.chat.id)) byMessages.set(found.chat.id, found);
  const chatsOfVisitors = pages[0]?.chats?.items ?? [];
  const others = chatsOfVisitors.filter(({ chat }) => !byMessages.has(chat.id));
  if (sort === "best") {
    const first = chatsOfVisitors.map((found) => byMessages.get(found.chat.id) ?? found);
    return [
      ...new Map(
        [...first, ...byMessages.values()].map((found) => [found.chat.id, found]),
      ).values(),
    ];
  }
  const direction = sort === "oldest" ? 1 : -1;
  const last = [...byMessages.values()].at(-1);
  const hasMore = pages.at(-1)?.next_cursor != null;
  const isReached = (found: ChatHit): boolean =>
    !hasMore || last === undefined || direction * (rowTime(found) - rowTime(last)) <= 0;
  return [...byMessages.values(), ...others.filter(isReached)].toSorted(
    (a, b) => direction * (rowTime(a) - rowTime(b)),
  );
}

/** Returns the time that the row shows, in milliseconds: its first match, or its last message. */
function rowTime({ hits, chat }: ChatHit): number {
  return Date.parse(hits[0]?.created_at ?? chat.last_message?.created_at ?? chat.created_at);
}
