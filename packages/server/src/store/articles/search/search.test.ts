import { expect, test } from "vitest";
import { isOneErrorApart, listTypingErrors } from "./typing-errors.ts";
import { sharesPart } from "./vocabulary.ts";
import { wordLists } from "./word-lists.ts";

test("[HELP-031] two words differ by one typing error", () => {
  for (const word of ["parcl", "parcell", "percel", "pacrel", "arcel", "parce"]) {
    expect(isOneErrorApart(word, "parcel"), word).toBe(true);
    expect(listTypingErrors(word), word).toContain("parcel");
  }
  for (const word of ["pacrle", "parc", "parcelll", "lecrap"])
    expect(isOneErrorApart(word, "parcel"), word).toBe(false);
  expect(listTypingErrors("пасылка")).toContain("посылка");
  expect(listTypingErrors("x".repeat(25))).toEqual([]);
});
test("[HELP-030] words share a part of a compound or a beginning", () => {
  expect(sharesPart("bonuspunkte", "punkte")).toBe(true);
  expect(sharesPart("konto", "kontonummer")).toBe(true);
  expect(sharesPart("registering", "register")).toBe(true);
  expect(sharesPart("card", "cardboard")).toBe(true);
  expect(sharesPart("parcel", "part")).toBe(false);
});
test("[HELP-030] no group of a word list has a word twice", () => {
  for (const { synonyms } of Object.values(wordLists))
    for (const group of synonyms) {
      const words = group.split(" ");
      expect(new Set(words).size, group).toBe(words.length);
    }
});
