import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";

const refreshMs = 5_000;

/** Loads a comparison of both systems. */
export const useComparison = <T>(key: string, path: string) =>
  useQuery({
    queryKey: [key],
    queryFn: () => api.get<T>(path),
    refetchInterval: refreshMs,
  });

/** Loads the chats of a comparison page by page. */
export const useComparedChats = <Page extends { readonly next_cursor: string | null }>(
  key: string,
  path: string,
) =>
  useInfiniteQuery({
    queryKey: [key, "chats"],
    queryFn: ({ pageParam }) => api.get<Page>(`${path}/chats`, { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: refreshMs,
  });
