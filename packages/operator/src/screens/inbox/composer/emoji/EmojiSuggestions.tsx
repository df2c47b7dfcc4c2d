import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePreferences } from "../../../../state/browser/preferences.ts";
import { t } from "../text.ts";
import { SuggestionList } from "../../picker/SuggestionList.tsx";
import type { PickerProps } from "../../picker/use-picker.ts";
import { emojiData } from "./emoji-data.ts";
import type { EmojiData } from "frimousse";

const maxSuggestions = 8;
const noEmoji: readonly never[] = [];

/** Picker that `:smi` opens: emoji with a name or search term that begins with the typed text. */
export function EmojiSuggestions({ composer, trigger, ...rest }: PickerProps) {
  const { locale } = usePreferences();
  const { data } = useQuery({
    queryKey: ["emoji", locale],
    queryFn: () => emojiData(locale),
    staleTime: Infinity,
  });
  const matches = useMemo(
    () => (data ? findEmoji(data, trigger.query, maxSuggestions) : noEmoji),
    [data, trigger.query],
  );
  return (
    <SuggestionList
      {...rest}
      label={t("emoji.suggestions")}
      items={matches.map(({ emoji, label }) => ({
        id: toElementId(emoji),
        node: <EmojiName emoji={emoji} label={label} />,
      }))}
      onPick={(id) => {
        const picked = matches.find(({ emoji }) => toElementId(emoji) === id);
        if (picked) composer.replace(trigger.from, trigger.to, `${picked.emoji} `);
      }}
    />
  );
}

function EmojiName({ emoji, label }: { emoji: string; label: string }) {
  return (
    <>
      <span className="emoji" aria-hidden="true">
        {emoji}
      </span>
      {label}
    </>
  );
}

/** Returns the code points of an emoji in hexadecimal, for the id of an element. */
const toElementId = (emoji: string): string =>
  Array.from(emoji, (point) => point.codePointAt(0)?.toString(16)).join("-");

interface FoundEmoji {
  readonly emoji: string;
  readonly label: string;
}

/**
 * Returns the best matches of a term. Names and short codes (in colons) that begin with the term
 * come first, then search terms, then other words of names.
 */
export function findEmoji(data: EmojiData, query: string, limit: number): readonly FoundEmoji[] {
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
