import type {
  Article,
  ArticlePatch,
  Articles,
  ArticleSummary,
  ArticlesQuery,
} from "@parlour/protocol/api";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../state/api/api.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";

/** Queries of articles. The event `settings_changed` invalidates them. */

export const useCanWrite = (): boolean => can(useCurrentOperator(), "articles.manage");

/** Which articles a list shows. */
export type ArticleFilter = Omit<ArticlesQuery, "limit" | "cursor">;

/** Key of the articles of a section in their public order, which is the order of the list. */
export const getOrderKey = (section: number) => ["articles", "section", section] as const;

/** Loads all articles of a section. */
export const useSectionArticles = (section: number | null) =>
  useQuery({
    queryKey: getOrderKey(section ?? 0),
    queryFn: () =>
      api.list<ArticleSummary>("/articles", { query: { section_id: String(section) } }),
    enabled: section !== null,
  });

/** Loads the articles that match, page by page. */
export const useFoundArticles = (filter: ArticleFilter, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ["articles", "found", filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<Articles>("/articles", { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    enabled,
    placeholderData: keepPreviousData,
  });

const getArticleKey = (id: number, language: string | undefined) => ["articles", id, language];

/** Loads one text of an article, in its first language unless another one is named. */
export const useArticle = (id: number, language: string | undefined) =>
  useQuery({
    queryKey: getArticleKey(id, language),
    queryFn: () => loadArticle(id, language),
  });

export const loadArticle = (id: number, language: string | undefined): Promise<Article> =>
  api.get<Article>(`/articles/${id}`, { query: { language } });

/** Changes an article and shows the answer at once. */
export async function changeArticle(
  id: number,
  language: string,
  change: ArticlePatch,
): Promise<Article> {
  const article = await api.patch<Article>(`/articles/${id}`, { ...change, language });
  queryClient.setQueryData(getArticleKey(id, language), article);
  return article;
}
