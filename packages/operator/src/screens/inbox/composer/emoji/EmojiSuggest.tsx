import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePreferences } from "../../../../state/preferences.ts";
import { t } from "../text.ts";
import { SuggestList } from "../SuggestList.tsx";
import type { PickerProps } from "../use-picker.ts";
import { emojiData } from "./data.ts";
import { findEmoji } from "./find.ts";

const most = 8;
const none: readonly never[] = [];

/** Picker opened by `:smi`: emoji whose name or search term begins with it. */
export function EmojiSuggest({ writing, trigger, ...rest }: PickerProps) {
  const { locale } = usePreferences();
  const { data } = useQuery({ queryKey: ["emoji", locale], queryFn: () => emojiData(locale), staleTime: Infinity });
  const found = useMemo(() => (data ? findEmoji(data, trigger.query, most) : none), [data, trigger.query]);
  return (
    <SuggestList
      {...rest}
      label={t("emoji.suggestions")}
      items={found.map(({ emoji, label }) => ({
        id: codeOf(emoji),
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
        const picked = found.find(({ emoji }) => codeOf(emoji) === id);
        if (picked) writing.replace(trigger.from, trigger.to, `${picked.emoji} `);
      }}
    />
  );
}

/** Returns the code points in hex, because an element id cannot hold an emoji. */
const codeOf = (emoji: string): string => Array.from(emoji, (point) => point.codePointAt(0)?.toString(16)).join("-");
