import type { BlockListEntry } from "@parlour/protocol/api";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../state/api/api.ts";

export type BlockStateFilter = "in_force" | "all";
interface BlockListPageResponse {
  items: BlockListEntry[];
  next_cursor: string | null;
}
const pageSize = 100;

/** Loads entries, newest first. The event `settings_changed` reloads them. */
export function useBlockList(stateFilter: BlockStateFilter, q: string) {
  const pages = useInfiniteQuery({
    queryKey: ["blacklist", stateFilter, q],
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<BlockListPageResponse>("/blacklist", {
        query: { limit: pageSize, cursor: pageParam, q, ...(stateFilter === "in_force" && { state: stateFilter }) },
        signal,
      }),
    getNextPageParam: (last) => last.next_cursor,
  });
  const { data, error, isError, dataUpdatedAt, refetch } = pages;
  return {
    query: { data: data?.pages.flatMap((page) => page.items), error, isError, dataUpdatedAt, refetch },
    more: pages.hasNextPage ? () => void pages.fetchNextPage() : null,
    refresh: () => void queryClient.invalidateQueries({ queryKey: ["blacklist"] }),
  };
}
