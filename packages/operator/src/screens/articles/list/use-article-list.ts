import type { ArticleSummary } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useFoundArticles, useSectionArticles } from "../queries.ts";
import type { ListParams } from "./use-list-params.ts";

/** Loads the listed articles: a whole section in its order, or those that match, page by page. */
export function useArticleList({ section, state, language }: ListParams, q: string) {
  const isOrdered = section !== null && state === null && language === null && q === "";
  const ofSection = useSectionArticles(isOrdered ? section : null);
  const found = useFoundArticles(
    omitAbsent({
      section_id: section === null ? undefined : String(section),
      state: state ?? undefined,
      language: language ?? undefined,
      q: q || undefined,
    }),
    !isOrdered,
  );
  const items: readonly ArticleSummary[] | undefined = isOrdered
    ? ofSection.data
    : found.data?.pages.flatMap((page) => page.items);
  return {
    items,
    isOrdered,
    query: isOrdered ? ofSection : found,
    more: !isOrdered && found.hasNextPage ? () => void found.fetchNextPage() : null,
    isLoadingMore: found.isFetchingNextPage,
  };
}
