import type { EmojiData } from "frimousse";

export interface FoundEmoji {
  readonly emoji: string;
  readonly label: string;
}

/**
 * Returns the best matches of a term: names and short codes (in colons) that begin with it, then
 * search terms, then later words of names.
 */
export function findEmoji(data: Pick<EmojiData, "emojis" | "locale">, query: string, most: number): readonly FoundEmoji[] {
  const wanted = plain(query, data.locale);
  const ranked = data.emojis.flatMap((entry, index) => {
    const rank = rankOf(entry, wanted, data.locale);
    return rank === null ? [] : [{ entry, rank, index }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, most)
    .map(({ entry: { emoji, label } }) => ({ emoji, label }));
}

function rankOf({ label, tags }: { label: string; tags: readonly string[] }, wanted: string, locale: string): number | null {
  const name = plain(label, locale);
  const words = tags.map((tag) => plain(tag, locale));
  if (name === wanted || words.includes(`:${wanted}:`)) return 0;
  if (name.startsWith(wanted)) return 1;
  if (words.some((word) => word.startsWith(`:${wanted}`))) return 2;
  if (words.includes(wanted)) return 3;
  if (words.some((word) => word.startsWith(wanted))) return 4;
  return name.split(" ").some((word) => word.startsWith(wanted)) ? 5 : null;
}

const plain = (word: string, locale: string): string => word.toLocaleLowerCase(locale).replaceAll(/[_-]/g, " ").trim();
