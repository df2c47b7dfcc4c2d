import fc from "fast-check";
import { expect, it } from "vitest";
import { cleanName, cleanText, cutText } from "./text.ts";

it("[CH-051] [CH-074] the first 1000 code points stay, never half a character", () => {
  expect(cutText("😀".repeat(1_001), 1_000)).toEqual({ text: "😀".repeat(1_000), cut: true });
  expect(cutText("😀".repeat(1_000), 1_000).cut).toBe(false);
  expect(cutText(`${"a".repeat(999)}😀b`, 1_000)).toEqual({
    text: `${"a".repeat(999)}😀`,
    cut: true,
  });
});

it("[CH-051] any text: cut is a prefix of whole characters, at most the limit", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (raw, max) => {
        const text = cleanText(raw);
        const { text: truncated, cut } = cutText(text, max);
        expect(text.startsWith(truncated)).toBe(true);
        expect(Array.from(truncated).length).toBe(Math.min(Array.from(text).length, max));
        expect(cut).toBe(Array.from(text).length > max);
        expect(truncated.isWellFormed()).toBe(true);
      },
    ),
  );
});

it("[CORE-046] U+0000 and lone surrogates become U+FFFD", () => {
  expect(cleanText("a\u0000b\ud83dc")).toBe("a\uFFFDb\uFFFDc");
});

it.each([
  ["invisible characters", "\u200b\u200c\u2063", ""],
  ["a Hangul filler and a Braille blank", "\u3164\u2800", ""],
  ["reversed text", "\u202egnp.exe \u200b", "gnp.exe"],
  ["line breaks and tabs", " Ann\u2028\tLee\n", "Ann Lee"],
  ["an emoji of several characters", "👩‍👩‍👧", "👩‍👩‍👧"],
  [
    "a flag with tags",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ],
  ["a Persian name with a non-joiner", "مهدی\u200cپور", "مهدی\u200cپور"],
])("[CORE-310] a name with %s is cleaned", (_, name, cleaned) => {
  expect(cleanName(name)).toBe(cleaned);
});
