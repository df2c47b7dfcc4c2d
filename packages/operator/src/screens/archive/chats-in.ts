import type { FoundChat, SearchResult, SearchSort } from "@parlour/protocol/api";

/**
 * The chats of an answer, each once. Best match: chats of the people found, then chats with messages that match. Else all by the time of their match or
 * last message; a chat of a person that belongs behind the last page that was loaded waits for the next one, so that rows are only added at the end.
 */
export function chatsIn(pages: readonly SearchResult[], sort: SearchSort): readonly FoundChat[] {
  const byMessages = new Map<number, FoundChat>();
  for (const found of pages.flatMap((page) => page.items)) if (!byMessages.has(found.chat.id)) byMessages.set(found.chat.id, found);
  const ofPeople = pages[0]?.chats?.items ?? [];
  const others = ofPeople.filter(({ chat }) => !byMessages.has(chat.id));
  if (sort === "best") {
    const first = ofPeople.map((found) => byMessages.get(found.chat.id) ?? found);
    return [...new Map([...first, ...byMessages.values()].map((found) => [found.chat.id, found])).values()];
  }
  const way = sort === "oldest" ? 1 : -1;
  const last = [...byMessages.values()].at(-1);
  const hasMore = pages.at(-1)?.next_cursor != null;
  const isReached = (found: FoundChat): boolean => !hasMore || last === undefined || way * (timeOf(found) - timeOf(last)) <= 0;
  return [...byMessages.values(), ...others.filter(isReached)].toSorted((a, b) => way * (timeOf(a) - timeOf(b)));
}

/** Milliseconds of what the row shows: its first match, else the last message. */
function timeOf({ hits, chat }: FoundChat): number {
  return Date.parse(hits[0]?.created_at ?? chat.last_message?.created_at ?? chat.created_at);
}
