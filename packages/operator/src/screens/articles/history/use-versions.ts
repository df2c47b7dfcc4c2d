import type { ArticleVersion } from "@parlour/protocol/api";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Page } from "@parlour/client";
import { api } from "../../../state/api/api.ts";

/** Loads the versions of a text, newest first. */
export const useVersions = (id: number, language: string) =>
  useInfiniteQuery({
    queryKey: ["articles", id, language, "versions"],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<ArticleVersion>>(`/articles/${id}/versions`, {
        query: { language, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
