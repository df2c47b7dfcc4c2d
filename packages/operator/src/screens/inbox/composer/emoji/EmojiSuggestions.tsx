import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePreferences } from "../../../../state/browser/preferences.ts";
import { t } from "../text.ts";
import { SuggestionList } from "../../picker/SuggestionList.tsx";
import type { PickerProps } from "../../picker/use-picker.ts";
import { emojiData } from "./emoji-data.ts";
import { findEmoji } from "./find-emoji.ts";

const maxSuggestions = 8;
const noEmoji: readonly never[] = [];

/** Picker opened by `:smi`: emoji whose name or search term begins with it. */
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
        node: (
          <>
            <span className="emoji" aria-hidden="true">
              {emoji}
            </span>
            {label}
          </>
        ),
      }))}
      onPick={(id) => {
        const picked = matches.find(({ emoji }) => toElementId(emoji) === id);
        if (picked) composer.replace(trigger.from, trigger.to, `${picked.emoji} `);
      }}
    />
  );
}

/** Returns the code points in hex, because an element id cannot hold an emoji. */
const toElementId = (emoji: string): string =>
  Array.from(emoji, (point) => point.codePointAt(0)?.toString(16)).join("-");
