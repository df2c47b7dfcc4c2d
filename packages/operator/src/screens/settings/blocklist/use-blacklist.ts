import type { BlacklistEntry } from "@parlour/protocol/api";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api, queries } from "../../../state/api.ts";

export type Shown = "in_force" | "all";
interface Page {
  items: BlacklistEntry[];
  next_cursor: string | null;
}
const pageSize = 100;

/** Loads entries, newest first. The event `settings_changed` reloads them. */
export function useBlacklist(shown: Shown, q: string) {
  const pages = useInfiniteQuery({
    queryKey: ["blacklist", shown, q],
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>("/blacklist", {
        query: { limit: pageSize, cursor: pageParam, q, ...(shown === "in_force" && { state: shown }) },
        signal,
      }),
    getNextPageParam: (last) => last.next_cursor,
  });
  const { data, error, isError, dataUpdatedAt, refetch } = pages;
  return {
    read: { data: data?.pages.flatMap((page) => page.items), error, isError, dataUpdatedAt, refetch },
    more: pages.hasNextPage ? () => void pages.fetchNextPage() : null,
    renew: () => void queries.invalidateQueries({ queryKey: ["blacklist"] }),
  };
}
