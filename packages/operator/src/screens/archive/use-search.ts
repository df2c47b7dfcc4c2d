import { ApiError } from "@parlour/client";
import type { SearchResult, SearchSort, ChatHit } from "@parlour/protocol/api";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { api } from "../../state/api/api.ts";

const pageSize = 20;
/** Maximum number of pages loaded automatically. Each page covers an earlier period. */
const maxAutoPages = 5;

/**
 * Loads the results of `q` page by page: visitors, their chats, and chats with matching messages.
 * Keeps the last results until the next ones arrive.
 */
export function useSearch(q: string, sort: SearchSort) {
  const pages = useInfiniteQuery({
    queryKey: ["search", q, sort],
    queryFn: ({ pageParam, signal }) =>
      api.get<SearchResult>("/search", {
        query: { q, scope: "all", sort, limit: pageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    // Does not retry a query that the server rejected, because it would fail again.
    retry: (n, error) =>
      n < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    staleTime: 15_000,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, isPlaceholderData } = pages;
  // Keeps the last results on screen if a search fails.
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const answer = data ?? last;
  const items = useMemo(() => mergeChats(answer?.pages ?? [], sort), [answer, sort]);
  const isLoadingMore =
    hasNextPage &&
    !isPlaceholderData &&
    items.length < pageSize &&
    (data?.pages.length ?? 0) < maxAutoPages;
  useEffect(() => {
    if (isLoadingMore && !isFetching && !isError) void fetchNextPage();
  }, [isLoadingMore, isFetching, isError, fetchNextPage]);
  return { pages, items, isLoadingMore, people: answer?.pages[0]?.people ?? noVisitors };
}
const noVisitors: NonNullable<SearchResult["people"]> = { items: [], count: 0 };

/**
 * Merges the pages of a search and keeps one row per chat.
 *
 * "Best match" lists chats of the visitors found first, then chats with matching messages. Other
 * orders sort by the time of the match or of the last activity. A visitor's chat that would sort
 * after the last loaded page waits for the next page. Rows are therefore only added at the end.
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

/**
 * Returns the time shown in the row, by which the server sorts: the time of the first match, or of
 * the last activity.
 */
export function getRowTime({ hits, chat, active_at }: ChatHit): string {
  return hits[0]?.created_at ?? active_at ?? chat.last_message?.created_at ?? chat.created_at;
}
const rowTime = (found: ChatHit): number => Date.parse(getRowTime(found));
