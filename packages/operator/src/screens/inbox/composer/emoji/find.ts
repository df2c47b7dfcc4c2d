import type { EmojiData } from "frimousse";

export interface FoundEmoji {
  readonly emoji: string;
  readonly label: string;
}

/** The best matches of a word: names and short codes that begin with it before those that hold it, then search words. */
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

function rankOf(entry: { label: string; tags: readonly string[] }, wanted: string, locale: string): number | null {
  const words = [entry.label, ...entry.tags].map((word) => plain(word, locale));
  const [label = "", ...tags] = words;
  if (words.includes(wanted)) return 0;
  if (label.startsWith(wanted)) return 1;
  if (tags.some((tag) => tag.startsWith(wanted))) return 2;
  return label.split(" ").some((word) => word.startsWith(wanted)) ? 3 : null;
}

const plain = (word: string, locale: string): string => word.toLocaleLowerCase(locale).replaceAll(/[_-]/g, " ").trim();
