import { ApiError } from "@parlour/client";
import type { SearchResult } from "@parlour/protocol/api";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { api } from "../../state/api.ts";

const pageSize = 20;
/** Pages that are read without being asked for while few chats were found: each looks further back. */
const unasked = 5;

/** What `q` finds, page by page. The last answer stays while the next one is on its way. */
export function useSearch(q: string) {
  const pages = useInfiniteQuery({
    queryKey: ["search", q],
    queryFn: ({ pageParam, signal }) => api.get<SearchResult>("/search", { query: { q, limit: pageSize, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    // What the query says wrong, or may not ask, is not put right by asking again.
    retry: (n, error) => n < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    staleTime: 15_000,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, isPlaceholderData } = pages;
  // When a search fails, what was found before stays to be read.
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const items = useMemo(() => {
    const seen = new Set<number>();
    return ((data ?? last)?.pages ?? []).flatMap((page) =>
      page.items.filter(({ chat }) => {
        if (seen.has(chat.id)) return false;
        seen.add(chat.id);
        return true;
      }),
    );
  }, [data, last]);
  const goesOn = hasNextPage && !isPlaceholderData && items.length < pageSize && (data?.pages.length ?? 0) < unasked;
  useEffect(() => {
    if (goesOn && !isFetching && !isError) void fetchNextPage();
  }, [goesOn, isFetching, isError, fetchNextPage]);
  return { pages, items, goesOn };
}
