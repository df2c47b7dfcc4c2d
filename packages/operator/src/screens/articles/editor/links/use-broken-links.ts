import type { Article, Articles } from "@parlour/protocol/api";
import type { ArticleLink } from "@parlour/protocol/article/markdown";
import { useQueries } from "@tanstack/react-query";
import { api } from "../../../../state/api/api.ts";

/** An article that a link can lead to. */
export interface LinkTarget {
  readonly title: string;
  readonly path: string;
}

export interface BrokenLink {
  readonly target: string;
  readonly line: number;
  /** The article that the link probably means. */
  readonly guess: LinkTarget | null;
}

/**
 * Returns the links of a text to addresses that no public page has, as the server found them in the
 * stored text. `links` are those of the text in the field, which may have changed since.
 */
export function useBrokenLinks(
  { broken_links, language }: Article,
  links: readonly ArticleLink[],
): readonly BrokenLink[] {
  const broken = links.filter(({ target }) => broken_links.some((one) => one.target === target));
  const guesses = useQueries({
    queries: broken.map(({ target }) => ({
      queryKey: ["articles", "guess", target, language],
      queryFn: () => findGuess(target, language),
    })),
  });
  return broken.map(({ target, line }, index) => ({
    target,
    line,
    guess: guesses[index]?.data ?? null,
  }));
}

const maxGuessWords = 3;

/** Finds a published article whose title has a word of the address, the longest word first. */
async function findGuess(target: string, language: string): Promise<LinkTarget | null> {
  const [path = ""] = target.split(/[?#]/);
  const words = decode(path.slice(path.lastIndexOf("/") + 1)).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  for (const word of words.toSorted((a, b) => b.length - a.length).slice(0, maxGuessWords)) {
    const [found] = await findTargets(word, language, "published");
    if (found !== undefined) return found;
  }
  return null;
}

const maxTargets = 10;

/** Finds the articles of a language with words in their title. */
export async function findTargets(
  words: string,
  language: string,
  state?: Article["state"],
): Promise<readonly LinkTarget[]> {
  const { items } = await api.get<Articles>("/articles", {
    query: { q: words.trim() || undefined, language, state, limit: maxTargets },
  });
  return items.flatMap(({ title, texts }) => {
    const path = texts.find((text) => text.language === language)?.path;
    return path === undefined ? [] : [{ title, path }];
  });
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
