import { parseAddress } from "../../media/picture-source.ts";
import type { ArticleNode } from "@parlour/protocol/article/markdown";
import type { ViewProps } from "../view-props.ts";

/** Where a published text is. */
export interface ArticleAddress {
  readonly language: string;
  readonly slug: string;
}
export interface ArticleResult extends ArticleAddress {
  readonly title: string;
  readonly excerpt?: string;
}
export interface ShownArticle {
  readonly title: string;
  readonly section: string;
  readonly url: string;
  readonly nodes: readonly ArticleNode[];
}
type Face = ViewProps["model"]["face"];

async function request<T>({ base, id }: Face, path: string, method = "GET"): Promise<T> {
  const response = await fetch(`${base}/articles/${id}${path}`, { method });
  if (!response.ok) throw new Error(`articles: ${response.status}`);
  return (await response.json()) as T;
}
const toPath = ({ language, slug }: ArticleAddress): string =>
  `/${language}/${encodeURIComponent(slug)}`;

/** Returns the articles with these words. Without words, those that are read most. */
export const searchArticles = (face: Face, language: string, q = "") =>
  request<{ readonly results: readonly ArticleResult[] }>(
    face,
    `?${new URLSearchParams({ language, q }).toString()}`,
  ).then(({ results }) => results);
export const readArticle = (face: Face, address: ArticleAddress) =>
  request<ShownArticle>(face, toPath(address));
export const voteOnArticle = (face: Face, address: ArticleAddress, isHelpful: boolean) =>
  request<object>(face, `${toPath(address)}?helpful=${isHelpful ? "yes" : "no"}`, "POST");

/** Returns the article that a link of an article leads to, or null. */
export function findLinkedArticle(href: string, url: string): ArticleAddress | null {
  const target = parseAddress(href, url);
  const [, language, slug] = /^\/help\/([a-z-]{2,35})\/([^/]+)$/.exec(target?.pathname ?? "") ?? [];
  if (target?.origin !== new URL(url).origin || language === undefined || slug === undefined)
    return null;
  return { language, slug: decodeURIComponent(slug) };
}
