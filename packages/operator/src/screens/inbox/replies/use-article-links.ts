import type { Article, Articles, ArticleText } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { runOrToast } from "../../../ui/mutation.ts";
import { useDebounced } from "../../../ui/loading/delay.ts";
import type { PickerProps } from "../picker/use-picker.ts";

/** A published text that the picker offers. */
export interface ArticleLink {
  readonly id: number;
  readonly text: ArticleText;
}

const debounceMs = 150;
const minLetters = 2;
const maxLinks = 5;

/** Finds published articles by title, in the language of the chat if they have it. */
export function useArticleLinks(
  words: string,
  language: string | undefined,
): readonly ArticleLink[] {
  const q = useDebounced(words, debounceMs);
  const { data } = useQuery({
    queryKey: ["articles", "links", q],
    queryFn: ({ signal }) =>
      api.get<Articles>("/articles", { query: { q, state: "published", limit: maxLinks }, signal }),
    enabled: q.length >= minLetters,
    staleTime: 60_000,
  });
  if (data === undefined || words.length < minLetters) return [];
  return data.items.flatMap(({ id, texts }) => {
    const published = texts.filter(({ state }) => state === "published");
    const text = published.find((one) => one.language === language) ?? published[0];
    return text === undefined ? [] : [{ id, text }];
  });
}

/** Replaces the typed word with the address of an article, unless it has changed meanwhile. */
export function insertArticleLink(
  { composer, trigger: { character, from, to, query } }: PickerProps,
  { id, text: { language } }: ArticleLink,
): void {
  void runOrToast(async () => {
    const { url } = await api.get<Article>(`/articles/${id}`, { query: { language } });
    const word = composer.field.current?.value.slice(from, to);
    if (url !== null && word === `${character}${query}`) composer.replace(from, to, url);
  });
}
