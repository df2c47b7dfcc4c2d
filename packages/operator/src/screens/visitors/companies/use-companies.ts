import type { Companies } from "@parlour/protocol/api";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../../state/api/api.ts";

const pageSize = 50;
const pollIntervalMs = 10_000;

export type CompanyOrder = "name" | "last_chat";

/** Loads companies page by page (CO-010). While `isPaused` is true, no row changes. */
export function useCompanies(q: string, sort: CompanyOrder, isPaused: boolean) {
  const query = useInfiniteQuery({
    queryKey: ["companies", "list", q, sort],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.get<Companies>("/companies", {
        query: { q, sort, limit: pageSize, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: isPaused ? false : pollIntervalMs,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const rows = data?.pages.flatMap(({ items }) => items);
  // A page can be empty although companies in sight follow (CO-012).
  const isLoadingMore = rows?.length === 0 && hasNextPage;
  useEffect(() => {
    if (isLoadingMore && !isFetching && !isError) void fetchNextPage();
  }, [isLoadingMore, isFetching, isError, fetchNextPage]);
  return { query, rows: isLoadingMore ? undefined : rows };
}
