import type { EmojiData } from "frimousse";
import { expect, test } from "vitest";
import { findEmoji } from "./EmojiSuggestions.tsx";

const data: EmojiData = {
  locale: "en",
  categories: [],
  skinTones: { light: "", "medium-light": "", medium: "", "medium-dark": "", dark: "" },
  emojis: [
    { emoji: "🚀", label: "rocket", category: 5, version: 1, tags: ["launch", "space"] },
    {
      emoji: "👍",
      label: "thumbs up",
      category: 1,
      version: 1,
      tags: ["+1", "good", ":thumbsup:"],
    },
    {
      emoji: "👎",
      label: "thumbs down",
      category: 1,
      version: 1,
      tags: ["thumbs", ":thumbsdown:"],
    },
    { emoji: "😀", label: "grinning face", category: 0, version: 1, tags: ["smile", "happy"] },
    { emoji: "🙂", label: "slightly smiling face", category: 0, version: 1, tags: ["happy"] },
  ],
};

test("an emoji is found by its name, its short code and its search words, the nearest first", () => {
  const findNames = (query: string) => findEmoji(data, query, 8).map(({ emoji }) => emoji);
  expect(findNames("thumbs_up")).toEqual(["👍"]);
  expect(findNames("Thumbsup")).toEqual(["👍"]);
  expect(findNames("thumbs")).toEqual(["👍", "👎"]);
  expect(findNames("smil")).toEqual(["😀", "🙂"]);
  expect(findNames("happy")).toEqual(["😀", "🙂"]);
  expect(findNames("nothing")).toEqual([]);
  expect(findEmoji(data, "happy", 1)).toHaveLength(1);
});
