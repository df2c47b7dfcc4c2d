import { ApiError } from "@parlour/client";
import type { SearchResult, SearchSort } from "@parlour/protocol/api";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { api } from "../../state/api/api.ts";
import { mergeChats } from "./merge-chats.ts";

const pageSize = 20;
/**
 * Maximum of pages loaded automatically while few chats were found. Each page covers an earlier
 * period.
 */
const maxAutoPages = 5;

/**
 * Loads the results of `q` page by page: visitors, their chats, and chats with matching messages.
 * Keeps the last result until the next one arrives.
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
    // A rejected query is not retried, because it would fail again.
    retry: (n, error) =>
      n < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    staleTime: 15_000,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, isPlaceholderData } = pages;
  // If a search fails, the last results stay visible.
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
