import type { EmojiData } from "frimousse";

export interface FoundEmoji {
  readonly emoji: string;
  readonly label: string;
}

/**
 * Returns the best matches of a term: names and short codes (in colons) that begin with it, then
 * search terms, then later words of names.
 */
export function findEmoji(
  data: Pick<EmojiData, "emojis" | "locale">,
  query: string,
  limit: number,
): readonly FoundEmoji[] {
  const term = normalize(query, data.locale);
  const ranked = data.emojis.flatMap((entry, index) => {
    const rank = rankEmoji(entry, term, data.locale);
    return rank === null ? [] : [{ entry, rank, index }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, limit)
    .map(({ entry: { emoji, label } }) => ({ emoji, label }));
}

function rankEmoji(
  { label, tags }: { label: string; tags: readonly string[] },
  term: string,
  locale: string,
): number | null {
  const name = normalize(label, locale);
  const words = tags.map((tag) => normalize(tag, locale));
  if (name === term || words.includes(`:${term}:`)) return 0;
  if (name.startsWith(term)) return 1;
  if (words.some((word) => word.startsWith(`:${term}`))) return 2;
  if (words.includes(term)) return 3;
  if (words.some((word) => word.startsWith(term))) return 4;
  return name.split(" ").some((word) => word.startsWith(term)) ? 5 : null;
}

const normalize = (word: string, locale: string): string =>
  word.toLocaleLowerCase(locale).replaceAll(/[_-]/g, " ").trim();
